"""Rules for Elastic File System."""
