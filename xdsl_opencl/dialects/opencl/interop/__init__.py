"""The dialect's interfaces to `llvm` and to upstream's IRDL."""
