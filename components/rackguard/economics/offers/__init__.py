"""What can be bought for a workload: types in zones, bought in a way, at a price; filtered, costed and ranked."""
