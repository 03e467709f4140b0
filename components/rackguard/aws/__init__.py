"""GPU clusters on AWS as Pulumi components. They decide nothing: they make what the planner planned."""
