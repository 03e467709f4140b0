"""Rules for what a stack costs."""
