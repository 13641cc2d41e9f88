"""Private variables: structures become variables of numbers, these become values."""
