"""Facts about instance types, GPUs, offers, prices and carbon, each with its source and date."""
