"""Memory objects: buffers, images, pipes, and shared virtual memory."""
