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
    from rackguard.catalog.cuda import ComputeCapability, CudaRelease
    from rackguard.catalog.driver_branches import DriverBranch
    from rackguard.catalog.frameworks import FrameworkBuild
    from rackguard.catalog.gpu_features import GpuFeature
    from rackguard.catalog.images import DlamiRelease, DriverRule
    from rackguard.catalog.ngc_containers import NgcContainer
    from rackguard.catalog.overlay import Overlay

_AWS_SERVICES = "aws_services.csv"


class Catalog:
    """The facts packaged with Rackguard, and what was read since. Nothing packaged is read until it is asked for."""

    def __init__(self, overlay: Overlay | None = None) -> None:
        self.overlay = overlay
        """What was read of AWS since; None where nothing was."""

    def instance_type(self, name: str) -> InstanceType:
        """The instance type of that name, legacy ones included; raises UnknownName."""
        found = instance_types.instance_type(name, self.overlay)
        if found is None:
            raise UnknownName("instance type", name, instance_types.names(self.overlay))
        return found

    def find_instance_type(self, name: str) -> InstanceType | None:
        """The instance type of that name, or None."""
        return instance_types.instance_type(name, self.overlay)

    def lacks(self, name: str) -> str:
        """What isn't known of a type that AWS was read to have and the catalogue can't; empty for any other."""
        return instance_types.left_out(self.overlay).get(name, "") if self.overlay else ""

    def instance_types(self) -> tuple[InstanceType, ...]:
        """All types in a stable order: the current list, those read since, p6e-gb200, then legacy ones."""
        return tuple(self.instance_type(name) for name in instance_types.names(self.overlay))

    def families(self) -> tuple[str, ...]:
        """The families of all types, in the order of `instance_types`."""
        return tuple(dict.fromkeys(name.partition(".")[0] for name in instance_types.names(self.overlay)))

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
        return offerings.regions(self.overlay)

    def zone_ids(self, region: str) -> tuple[str, ...]:
        """The Availability Zones of a region that offer GPU types, sorted; none for an unknown region."""
        return offerings.zone_ids(region, self.overlay)

    def offering(self, instance_type: str, region: str) -> Offering | None:
        """The zones of a region that offer a type, Local Zones included; None where none does."""
        return next(iter(offerings.offerings(region, instance_type, self.overlay)), None)

    def offerings(self, region: str | None = None, instance_type: str | None = None) -> tuple[Offering, ...]:
        """The offerings in a region, of a type, of both, or all."""
        return offerings.offerings(region, instance_type, self.overlay)

    def on_demand_price(self, instance_type: str, region: str) -> Price | None:
        """The on-demand rate of a GPU type; None where no price was found."""
        return prices.on_demand(instance_type, region, self.overlay)

    def reserved_price(self, instance_type: str, region: str, commitment: Commitment) -> Price | None:
        """The rate under a commitment; only `Commitment.RI_1Y` is in the data."""
        return prices.reserved(instance_type, region, commitment)

    def capacity_block_price(self, instance_type: str, region: str) -> Price | None:
        """The hourly rate of a capacity block; None where blocks are not sold."""
        return prices.capacity_block(instance_type, region, self.overlay)

    def spot_price(self, instance_type: str, region: str, zone_id: str | None = None) -> Price | None:
        """The zone's spot price where known, else the region's median, with the range in its note."""
        return prices.spot(instance_type, region, zone_id, self.overlay)

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

    def cuda_release(self, cuda: str) -> CudaRelease | None:
        """A CUDA toolkit by its two numbers, `13.0`, and the drivers that it runs on."""
        from rackguard.catalog import cuda as releases

        return releases.cuda_release(cuda)

    def cuda_versions(self) -> tuple[str, ...]:
        """The CUDA toolkits that are known, the newest first."""
        from rackguard.catalog import cuda as releases

        return releases.cuda_versions()

    def compute_capability(self, capability: str) -> ComputeCapability | None:
        """A compute capability, `9.0`, and the CUDA toolkits that make code for it."""
        from rackguard.catalog import cuda as releases

        return releases.compute_capability(capability)

    def compute_capabilities(self) -> tuple[str, ...]:
        """The compute capabilities that are known, the oldest first."""
        from rackguard.catalog import cuda as releases

        return releases.compute_capabilities()

    def driver_branch(self, driver: str) -> DriverBranch | None:
        """The branch of an NVIDIA driver's version, and how long it is supported."""
        from rackguard.catalog import driver_branches

        return driver_branches.driver_branch(driver)

    def gpu_feature(self, name: str) -> GpuFeature | None:
        """A number format (`fp8`) or a kernel (`flash-attention-3`), and the GPUs that have it."""
        from rackguard.catalog import gpu_features

        return gpu_features.gpu_feature(name)

    def framework_builds(self, framework: str, architecture: str) -> tuple[FrameworkBuild, ...]:
        """The builds of `pytorch`, `tensorflow` or `jax` for a CPU architecture, the oldest release first."""
        from rackguard.catalog import frameworks

        return frameworks.framework_builds(framework, architecture)

    def framework_versions(self, framework: str) -> tuple[str, ...]:
        """The releases of a framework that are known, the oldest first."""
        from rackguard.catalog import frameworks

        return frameworks.framework_versions(framework)

    def ngc_container(self, tag: str) -> NgcContainer | None:
        """What NVIDIA's PyTorch container of a month, `25.10`, holds."""
        from rackguard.catalog import ngc_containers

        return ngc_containers.ngc_container(tag)

    def ngc_containers(self) -> tuple[str, ...]:
        """The tags of NVIDIA's PyTorch containers whose content is known, the oldest first."""
        from rackguard.catalog import ngc_containers

        return ngc_containers.ngc_containers()


@cache
def load() -> Catalog:
    """The catalogue, with what was read of AWS last; one per process.

    Raises:
        InvalidInput: what was read can't be read again.
    """
    from rackguard.catalog.overlay import current

    return Catalog(current())
