"""AWS' answers to what a recovery asks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache

from rackguard.account.aws import arns, by_name, by_tags, keys
from rackguard.account.aws.questions import Questions
from rackguard.account.cloud import Found
from rackguard.graph.resource import Value

_INGRESS = "aws:vpc/securityGroupIngressRule:SecurityGroupIngressRule"
_EGRESS = "aws:vpc/securityGroupEgressRule:SecurityGroupEgressRule"
_BY_NAME: dict[str, str] = {
    "aws:cloudwatch/logGroup:LogGroup": "name",
    "aws:s3/bucket:Bucket": "bucket",
    "aws:ssm/parameter:Parameter": "name",
}
"""Types whose id is an input, by that: they are asked for by it."""
_GROUP = "aws:autoscaling/group:Group"


class Aws:
    """One region of the account whose credentials boto3 finds."""

    def __init__(self, region: str) -> None:
        self._questions = Questions(region)

    def account_id(self) -> str:
        """Whose credentials these are."""
        return self._questions.ask("sts", "get_caller_identity")["Account"]

    def knows(self, type_: str, inputs: Mapping[str, Value]) -> bool:
        """True where it can be told: by its name, or by tags."""
        needs_tags = type_ in by_tags.KINDS or type_ in (keys.TYPE, "aws:fsx/lustreFileSystem:LustreFileSystem")
        return bool(by_tags.tags_of(inputs)) if needs_tags else type_ in by_name.FINDERS

    def find(self, type_: str, inputs: Mapping[str, Value]) -> tuple[Found, ...]:
        """What exists of a type that may have been made with these inputs."""
        if type_ in by_tags.KINDS:
            return tuple(by_tags.find(self._questions, type_, inputs))
        if type_ == keys.TYPE:
            return tuple(keys.find(self._questions, by_tags.tags_of(inputs)))
        return tuple(by_name.FINDERS[type_](self._questions, inputs))

    def tagged(self, tags: Mapping[str, str]) -> tuple[Found, ...]:
        """What the tagging API lists and its own service has, and Auto Scaling groups, which that API doesn't know."""
        wanted = [{"Key": key, "Values": [value]} for key, value in sorted(tags.items())]
        found = [*self._listed(wanted, tags), *self._groups(tags)]
        return tuple(sorted(found, key=lambda each: (each.type, each.id)))

    def _listed(self, wanted: Sequence[Mapping[str, object]], tags: Mapping[str, str]) -> Iterator[Found]:
        @cache
        def there(type_: str) -> dict[str, Found]:
            return {found.id: found for found in by_tags.with_tags(self._questions, type_, tags)}

        for item in self._questions.each(
            "resourcegroupstaggingapi", "get_resources", "ResourceTagMappingList", TagFilters=wanted
        ):
            type_, id_ = arns.parsed(item["ResourceARN"]) or ("", "")
            if type_ in by_tags.KINDS:
                also = there(_EGRESS) if type_ == _INGRESS else {}
                if found := there(type_).get(id_) or also.get(id_):
                    yield found
            elif type_:
                yield from self._by_itself(type_, id_)

    def _by_itself(self, type_: str, id_: str) -> Iterator[Found]:
        if type_ == keys.TYPE:
            found = keys.existing(self._questions, id_)
            if found:
                yield found
        elif type_ in _BY_NAME:
            yield from by_name.FINDERS[type_](self._questions, {_BY_NAME[type_]: id_})
        else:
            service, key = ("efs", "LifeCycleState") if type_.startswith("aws:efs") else ("fsx", "Lifecycle")
            given = {"FileSystemId": id_} if service == "efs" else {"FileSystemIds": [id_]}
            for item in self._questions.each(service, "describe_file_systems", "FileSystems", **given):
                state = item.get(key, "")
                if item["FileSystemId"] == id_ and state not in by_name.LEAVING:
                    yield Found(type_, id_, id_, state)

    def _groups(self, tags: Mapping[str, str]) -> Iterator[Found]:
        name, value = next(iter(sorted(tags.items())))
        wanted = [{"Name": "key", "Values": [name]}, {"Name": "value", "Values": [value]}]
        for item in self._questions.each("autoscaling", "describe_tags", "Tags", Filters=wanted):
            yield from by_name.FINDERS[_GROUP](self._questions, {"name": item["ResourceId"]})
