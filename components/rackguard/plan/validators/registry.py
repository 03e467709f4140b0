"""All validators, and running them: every one, whatever the others find."""

from __future__ import annotations

from rackguard.plan.places import REGION
from rackguard.plan.validators import (
    attachments_limit,
    block_end_time,
    block_length,
    block_one_type,
    block_passed,
    block_placement,
    block_too_far_ahead,
    block_too_large,
    block_too_short,
    block_window,
    block_year,
    bucket_expiry,
    bucket_in_mounts,
    bucket_mount_path,
    bucket_name,
    bucket_name_repeated,
    capacity_one_zone,
    checkpoint_unknown,
    classification_above_cluster,
    cluster_placement_one_zone,
    commitment_needs_on_demand,
    commitment_two_prices,
    connect_zone,
    containers_hop_limit,
    efa_one_type,
    efa_one_zone,
    efa_unsupported,
    efs_in_local_zone,
    efs_throughput,
    encryption_key_elsewhere,
    example_key,
    iam_policy_size,
    image_cuda,
    image_driver_branch,
    image_driver_kind,
    image_efa_installer,
    image_not_pinned,
    in_transit_encryption,
    item_repeated,
    key_invalid,
    key_of_two_people,
    key_policy_size,
    key_private,
    key_repeated,
    label_tag_clash,
    local_nvme_absent,
    local_zone_opt_in,
    log_retention_phi,
    login_architecture,
    login_type_gpu,
    login_type_unknown,
    lustre_efa_client,
    lustre_efa_connections,
    lustre_efa_other_zone,
    lustre_efa_unused,
    lustre_metadata_iops,
    lustre_other_zone,
    lustre_size,
    mount_path_nested,
    mount_path_repeated,
    mount_path_system,
    mount_unknown,
    names_shortened,
    nat_zone,
    needs_nvlink,
    needs_rdma,
    network_interfaces,
    network_interfaces_quota,
    network_layout_unused,
    network_range_overlap,
    network_range_public,
    network_range_reserved,
    network_range_size,
    nodes_range,
    on_demand_not_sold,
    packages_out_of_reach,
    partition_count,
    placement_group_elsewhere,
    placement_unsupported,
    pool_renamed_from,
    pools_limit,
    price_family_rate,
    price_name_unknown,
    price_repeated,
    purchase_unsupported,
    rdma_without_efa,
    region_unknown,
    reservation_of_two_kinds,
    reservation_partly_unused,
    reservation_placement,
    reservation_shared,
    reservation_too_small,
    security_group_rules,
    software_cuda_gpu,
    software_cuda_old,
    software_driver_cuda,
    software_driver_ended,
    software_driver_gpu,
    software_driver_old,
    software_flash_attention,
    software_framework_unknown,
    software_precision,
    software_precision_partial,
    software_unknown,
    spot_max_price_high,
    spot_max_price_low,
    spot_without_checkpoint,
    spread_too_large,
    ssh_no_way_in,
    ssh_open_to_world,
    ssh_public_without_login_node,
    ssh_range_example,
    ssh_range_reserved,
    ssh_range_too_wide,
    subnet_missing,
    subnet_outside_vpc,
    subnet_repeated,
    subnet_unused,
    subnets_overlap,
    subnets_too_small,
    tag_name,
    tags_differ_in_case,
    tags_limit,
    type_legacy,
    type_not_in_region,
    type_not_in_zone,
    type_offering_unknown,
    type_older_generation,
    type_unknown,
    types_need_spot,
    types_of_two_architectures,
    ultraserver_size,
    user_data_size,
    user_id_taken,
    user_parameter_size,
    user_repeated,
    user_reserved,
    volume_iops,
    volume_iops_above_link,
    volume_iops_missing,
    volume_size,
    volume_throughput,
    volume_throughput_above_link,
    way_out_missing,
    zone_is_local,
    zone_outside_region,
    zone_unknown,
)
from rackguard.plan.validators.interface import Context, Validator
from rackguard.spec.problem import Path, Problem

CLUSTER: Path = ("config", "rackguard:cluster")

# fmt: off
_MODULES = (
    # region, zones, types
    region_unknown, zone_outside_region, zone_is_local, local_zone_opt_in, zone_unknown, type_unknown, type_legacy,
    type_not_in_region, type_not_in_zone, type_offering_unknown, type_older_generation, types_need_spot,
    types_of_two_architectures,
    # purchase
    purchase_unsupported, on_demand_not_sold, spot_without_checkpoint, checkpoint_unknown, spot_max_price_high,
    spot_max_price_low, commitment_needs_on_demand, commitment_two_prices,
    # reservations and blocks
    capacity_one_zone, reservation_too_small, reservation_partly_unused, reservation_of_two_kinds,
    reservation_shared, reservation_placement, placement_group_elsewhere, block_placement, block_one_type,
    block_year, block_window, block_too_short, block_length, block_end_time, block_too_far_ahead, block_passed,
    block_too_large, ultraserver_size,
    # nodes, EFA, placement
    nodes_range, efa_unsupported, efa_one_type, efa_one_zone, needs_nvlink, needs_rdma, rdma_without_efa,
    network_layout_unused, network_interfaces, cluster_placement_one_zone, placement_unsupported, spread_too_large,
    partition_count,
    # images
    image_driver_kind, image_driver_branch, image_cuda, image_efa_installer, image_not_pinned,
    containers_hop_limit, user_data_size,
    # software
    software_framework_unknown, software_unknown, software_cuda_gpu, software_cuda_old, software_driver_gpu,
    software_driver_cuda, software_driver_old, software_driver_ended, software_precision, software_precision_partial,
    software_flash_attention,
    # volumes
    local_nvme_absent, volume_size, volume_iops, volume_iops_missing, volume_throughput,
    volume_throughput_above_link, volume_iops_above_link, attachments_limit,
    # stores
    mount_unknown, bucket_in_mounts, bucket_mount_path, mount_path_repeated, mount_path_nested, mount_path_system,
    lustre_size, lustre_metadata_iops, lustre_other_zone, lustre_efa_other_zone, lustre_efa_unused, lustre_efa_client,
    lustre_efa_connections, efs_throughput, efs_in_local_zone, bucket_name, bucket_name_repeated, bucket_expiry,
    classification_above_cluster, in_transit_encryption, log_retention_phi,
    # network
    network_range_size, network_range_reserved, network_range_public, network_range_overlap, subnet_outside_vpc,
    subnets_overlap, subnet_repeated, subnet_unused, subnet_missing, subnets_too_small, way_out_missing,
    nat_zone, connect_zone, packages_out_of_reach, network_interfaces_quota, security_group_rules,
    # access
    ssh_open_to_world, ssh_range_reserved, ssh_range_example, ssh_range_too_wide, ssh_public_without_login_node,
    ssh_no_way_in, key_private, key_invalid, example_key, key_of_two_people, key_repeated, user_repeated,
    user_reserved, user_id_taken, user_parameter_size, login_type_unknown, login_type_gpu, login_architecture,
    # names, tags, limits, prices
    names_shortened, tag_name, tags_differ_in_case, tags_limit, label_tag_clash, item_repeated, pool_renamed_from,
    pools_limit, encryption_key_elsewhere, key_policy_size, iam_policy_size, price_name_unknown, price_family_rate,
    price_repeated,
)
# fmt: on

ALL: tuple[Validator, ...] = tuple(module.VALIDATOR for module in _MODULES)
"""Every validator, from the outermost choices to the details."""


def validate(context: Context) -> list[Problem]:
    """Every problem that any validator finds, in the validators' order; the caller puts them in the file's."""
    return [problem for validator in ALL for problem in run(validator, context)]


def run(validator: Validator, context: Context) -> list[Problem]:
    """The problems that one validator finds; a crash of it is a problem too, and never hides the others'."""
    if not validator.is_certain(context.stack):
        return []
    try:
        return [
            Problem(validator.id, validator.level, _path(found.path), found.message, found.hint or validator.hint)
            for found in validator.check(context)
        ]
    except Exception as error:  # noqa: BLE001 (whatever a validator does, the others must be heard)
        return [_crash(validator, error)]


def _path(path: Path) -> Path:
    return (CLUSTER[0], *path) if path[:1] == REGION else (*CLUSTER, *path)


def _crash(validator: Validator, error: Exception) -> Problem:
    """Says where it happened, and not the error's own words, which may repeat a secret of the file."""
    traceback = error.__traceback__
    while traceback and traceback.tb_next:
        traceback = traceback.tb_next
    place = ""
    if traceback:
        place = f" ({traceback.tb_frame.f_code.co_filename.rpartition('/')[2]}:{traceback.tb_lineno})"
    message = f"the check {validator.id} could not run: {type(error).__name__}{place}"
    hint = "Report this, with the part of the stack file that the check is about. The other checks have run."
    return Problem("validator-crashed", "error", CLUSTER, message, hint)
