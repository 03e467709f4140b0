"""Whether what a pool says of its software fits its GPUs and driver."""
