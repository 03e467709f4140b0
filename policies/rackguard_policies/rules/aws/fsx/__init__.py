"""Rules for FSx for Lustre and file caches."""
