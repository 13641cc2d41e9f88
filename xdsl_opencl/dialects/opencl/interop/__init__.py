"""The dialect as others see it: `llvm`, and upstream's IRDL."""
