"""The catalogue's one door: look-ups by name, region and zone id. No look-up returns 0 for what is missing."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Literal

from rackguard.catalog import carbon, cpu_types, gpus, instance_types, offerings, prices, services
from rackguard.catalog.types import (
    Commitment,
    CpuType,
    Embodied,
    Gpu,
    GridFactor,
    InstanceType,
    Offering,
    Price,
    Source,
    SpotHistory,
)
from rackguard.catalog.unknown_name import UnknownName

if TYPE_CHECKING:
    from rackguard.catalog.images import DlamiRelease, DriverRule

_AWS_SERVICES = "aws_services.csv"


class Catalog:
    """The facts packaged with Rackguard. Nothing is read until it is asked for."""

    def instance_type(self, name: str) -> InstanceType:
        """The instance type of that name, legacy ones included; raises UnknownName."""
        found = instance_types.instance_type(name)
        if found is None:
            raise UnknownName("instance type", name, instance_types.names())
        return found

    def find_instance_type(self, name: str) -> InstanceType | None:
        """The instance type of that name, or None."""
        return instance_types.instance_type(name)

    def instance_types(self) -> tuple[InstanceType, ...]:
        """All types in a stable order: the current list, then p6e-gb200, then legacy ones (`legacy` is True)."""
        return tuple(self.instance_type(name) for name in instance_types.names())

    def families(self) -> tuple[str, ...]:
        """The families of all types, in the order of `instance_types`."""
        return tuple(dict.fromkeys(name.partition(".")[0] for name in instance_types.names()))

    def gpu(self, name: str) -> Gpu:
        """The GPU model of that name; raises UnknownName."""
        if name not in gpus.gpus():
            raise UnknownName("GPU", name, gpus.gpus())
        return gpus.gpus()[name]

    def gpus(self) -> tuple[Gpu, ...]:
        """All GPU models."""
        return tuple(gpus.gpus().values())

    def regions(self) -> tuple[str, ...]:
        """The regions that offer GPU types, sorted."""
        return offerings.regions()

    def zone_ids(self, region: str) -> tuple[str, ...]:
        """The Availability Zones of a region that offer GPU types, sorted; none for an unknown region."""
        return offerings.zone_ids(region)

    def offering(self, instance_type: str, region: str) -> Offering | None:
        """The zones of a region that offer a type, Local Zones included; None where none does."""
        return next(iter(offerings.offerings(region, instance_type)), None)

    def offerings(self, region: str | None = None, instance_type: str | None = None) -> tuple[Offering, ...]:
        """The offerings in a region, of a type, of both, or all."""
        return offerings.offerings(region, instance_type)

    def on_demand_price(self, instance_type: str, region: str) -> Price | None:
        """The on-demand rate of a GPU type; None where no price was found."""
        return prices.on_demand(instance_type, region)

    def reserved_price(self, instance_type: str, region: str, commitment: Commitment) -> Price | None:
        """The rate under a commitment; only `Commitment.RI_1Y` is in the data."""
        return prices.reserved(instance_type, region, commitment)

    def capacity_block_price(self, instance_type: str, region: str) -> Price | None:
        """The hourly rate of a capacity block; None where blocks are not sold."""
        return prices.capacity_block(instance_type, region)

    def spot_price(self, instance_type: str, region: str, zone_id: str | None = None) -> Price | None:
        """The zone's spot price where known, else the region's median, with the range in its note."""
        return prices.spot(instance_type, region, zone_id)

    def estimate(self, instance_type: str, region: str) -> Price | None:
        """An estimated on-demand rate where no price was found; always `estimate=True`."""
        return prices.estimate(instance_type, region)

    def spot_history(self, instance_type: str, region: str) -> SpotHistory | None:
        """Saving and interruption bucket of a type in a region."""
        return prices.spot_history(instance_type, region)

    def grid(self, region: str, cloud: Literal["aws", "gcp"] = "aws") -> GridFactor | None:
        """Carbon intensity of a region's grid; None where no publisher gives one."""
        return carbon.grid(region, cloud)

    def embodied(self, instance_type: str) -> Embodied | None:
        """Embodied carbon of a type; None where the model has no such type."""
        return carbon.embodied(instance_type)

    def cpu_type(self, name: str) -> CpuType:
        """The CPU type of that name; raises UnknownName."""
        if name not in cpu_types.cpu_types():
            raise UnknownName("CPU instance type", name, cpu_types.cpu_types())
        return cpu_types.cpu_types()[name]

    def cpu_types(self) -> tuple[CpuType, ...]:
        """All CPU types for login nodes."""
        return tuple(cpu_types.cpu_types().values())

    def cpu_price(self, name: str, region: str) -> Price | None:
        """The on-demand rate of a CPU type; None where it is not known in that region."""
        return cpu_types.cpu_price(name, region)

    def service_price(self, service: str, item: str, region: str) -> Price | None:
        """The price of an AWS service's item, `("EBS", "gp3 storage", "us-east-1")`; None where the region has none."""
        return services.service_price(_AWS_SERVICES, service, item, region)

    def service_prices(self, region: str) -> dict[tuple[str, str], Price]:
        """Every price of AWS services in a region, by (service, item)."""
        return services.service_prices(_AWS_SERVICES, region)

    def dlami_parameter(self, os: str, architecture: str) -> tuple[str, Source]:
        """The SSM parameter of the newest Deep Learning base AMI, `("ubuntu-24.04", "x86_64")`; raises UnknownName."""
        from rackguard.catalog import images

        return images.dlami_parameter(os, architecture)

    def dlami_release(self, os: str, architecture: str) -> DlamiRelease | None:
        """What the newest known release of a Deep Learning base AMI holds."""
        from rackguard.catalog import images

        return images.dlami_release(os, architecture)

    def gpu_driver_rule(self, gpu: str, fraction: float = 1.0) -> DriverRule | None:
        """Which driver branches and kernel modules a GPU needs; with a type's `gpu_fraction`, a slice of it."""
        from rackguard.catalog import images

        return images.driver_rule(gpu, fraction)


@cache
def load() -> Catalog:
    """The catalogue; one per process."""
    return Catalog()
