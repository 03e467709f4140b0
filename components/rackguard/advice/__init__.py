"""From a workload to ranked choices of what to buy, what they leave out, and what to relax where none will do."""
