"""The catalogue read anew from AWS, when asked to, and written down as one file."""
