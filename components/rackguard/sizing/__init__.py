"""From a workload to what it needs: memory by component, time as a range, cores, storage, network. Pure arithmetic."""
