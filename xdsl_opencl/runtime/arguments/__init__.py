"""The arguments of a launch: buffers, images and pipes, checked and packed."""
