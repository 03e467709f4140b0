"""Rules, one a file: `<cloud>/<service>/<rule>.py`."""
