"""The package `rackguard-aws` as a plugin: Pulumi's command starts it for programs in any of its languages."""

from rackguard.aws.package import run

run()
