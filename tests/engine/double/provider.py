"""A provider's double: the engine's calls, answered by the provider's classes, a cloud's tables and a store."""

from __future__ import annotations

import json
import re
from collections.abc import Generator
from contextlib import contextmanager
from importlib.metadata import version
from typing import Any, NoReturn

import grpc
from google.protobuf import empty_pb2
from pulumi.runtime.proto import plugin_pb2, provider_pb2_grpc
from pulumi.runtime.proto import provider_pb2 as pb
from tests.engine.double import dependents, types
from tests.engine.double.cloud import Cloud, Context, Made
from tests.engine.double.difference import changes, top
from tests.engine.double.store import Call, Refused, Store, Thing
from tests.engine.double.wire import DEFAULTED, plain, struct, values, wrapped_like

from rackguard.graph.wire import UNKNOWN_SENTINEL

_RANDOM_DIGITS = 7
"""As many as the engine's own names have after their hyphen."""


class Provider(provider_pb2_grpc.ResourceProviderServicer):
    """One provider, for as many of its instances as a program makes: each has a connection, and by that its region."""

    def __init__(self, cloud: Cloud, store: Store) -> None:
        self._cloud, self._store = cloud, store
        self._regions: dict[str, str] = {}

    def Handshake(self, request: Any, context: Any) -> Any:  # noqa: N802 (Pulumi's names)
        return pb.ProviderHandshakeResponse(accept_secrets=True, supports_autonaming_configuration=True)

    def Attach(self, request: Any, context: Any) -> Any:  # noqa: N802
        return empty_pb2.Empty()

    def GetPluginInfo(self, request: Any, context: Any) -> Any:  # noqa: N802
        return plugin_pb2.PluginInfo(version=version(f"pulumi-{self._cloud.package}"))

    def GetSchema(self, request: Any, context: Any) -> Any:  # noqa: N802
        schema = {"name": self._cloud.package, "version": version(f"pulumi-{self._cloud.package}")}
        return pb.GetSchemaResponse(schema=json.dumps(schema))

    def CheckConfig(self, request: Any, context: Any) -> Any:  # noqa: N802
        return pb.CheckResponse(inputs=request.news)

    def DiffConfig(self, request: Any, context: Any) -> Any:  # noqa: N802
        found = changes(plain(values(request.old_inputs)), plain(values(request.news)))
        replaces = sorted({top(path) for path in found} & {"region", "project"})
        return pb.DiffResponse(
            changes=_some(bool(found)), replaces=replaces, diffs=sorted({top(path) for path in found})
        )

    def Configure(self, request: Any, context: Any) -> Any:  # noqa: N802
        config = plain(values(request.args))
        allowed = config.get("allowedAccountIds")
        accounts = json.loads(allowed) if isinstance(allowed, str) else allowed
        if accounts and self._cloud.account not in accounts:
            _abort(context, f"AWS account ID not allowed: {self._cloud.account}")
        self._regions[context.peer()] = config.get("region") or self._cloud.region
        return pb.ConfigureResponse(acceptSecrets=True, supportsPreview=True, supports_autonaming_configuration=True)

    def Cancel(self, request: Any, context: Any) -> Any:  # noqa: N802
        return empty_pb2.Empty()

    def Check(self, request: Any, context: Any) -> Any:  # noqa: N802
        olds, news = values(request.olds), values(request.news)
        failures = [
            pb.CheckFailure(property=path, reason=reason)
            for path, _, reason in (
                problem.partition(": ") for problem in types.problems(request.type, request.name, news)
            )
        ]
        if failures:
            return pb.CheckResponse(inputs=request.news, failures=failures)
        filled = {key: value for key, value in self._defaults(request, olds, news, context).items() if key not in news}
        return pb.CheckResponse(inputs=struct({**news, **filled, DEFAULTED: sorted(filled)}))

    def _defaults(self, request: Any, olds: dict[str, Any], news: dict[str, Any], context: Any) -> dict[str, Any]:
        filled = dict(self._cloud.defaults.get(request.type, {}))
        if types.takes(request.type, "region"):
            filled["region"] = self._at(context).region
        name = self._name_input(request.type)
        if name and name not in news:
            filled[name] = olds[name] if name in olds.get(DEFAULTED, []) else _new_name(request)
        return filled

    def _name_input(self, type: str) -> str | None:
        if type in self._cloud.names:
            return self._cloud.names[type]
        return "name" if types.takes(type, "name") else None

    def Diff(self, request: Any, context: Any) -> Any:  # noqa: N802
        old, new = values(request.old_inputs), values(request.news)
        found = changes(_visible(old), _visible(new))
        forced = self._cloud.replaces.get(request.type, frozenset()) | {"region", self._name_input(request.type)}
        detail = {
            path: pb.PropertyDiff(
                kind=getattr(pb.PropertyDiff, f"{kind}_REPLACE" if top(path) in forced else kind), inputDiff=True
            )
            for path, kind in found.items()
        }
        return pb.DiffResponse(
            changes=_some(bool(found)),
            replaces=sorted({top(path) for path in found} & forced),
            diffs=sorted({top(path) for path in found}),
            detailedDiff=detail,
            hasDetailedDiff=True,
            deleteBeforeReplace=self._keeps_its_name(request.type, old, new),
        )

    def _keeps_its_name(self, type: str, old: dict[str, Any], new: dict[str, Any]) -> bool:
        """A name of the program's own can't be taken twice: the old one goes first (Terraform bridge, Diff)."""
        name = self._name_input(type)
        if not name or name in old.get(DEFAULTED, []) or name in new.get(DEFAULTED, []):
            return False
        return plain(old.get(name)) == plain(new.get(name))

    def Create(self, request: Any, context: Any) -> Any:  # noqa: N802
        inputs = _visible(values(request.properties), opened=False)
        if request.preview:
            return pb.CreateResponse(id="", properties=struct(self._foreseen(request.type, inputs)))
        call = Call("create", request.type, request.urn)
        with _refusals(context):
            self._store.before(call)
            thing = self._make(request, plain(inputs), self._at(context))
        self._store.after(call)
        return pb.CreateResponse(id=thing.id, properties=struct(wrapped_like(thing.properties, inputs)))

    def _make(self, request: Any, inputs: dict[str, Any], at: Context) -> Thing:
        dependents.check_named(self._cloud, self._store, request.type, inputs)
        made = Made("", inputs, at, self._store.number())
        found = self._cloud.ids[request.type](made) if request.type in self._cloud.ids else _id(request.type, made)
        if self._store.find(request.type, found) and request.type not in self._cloud.overwrites:
            raise Refused(f"{request.type} {found} is there already")
        self._ask(Thing(request.type, found, request.urn, inputs, frozenset(inputs)))
        computed = {
            name: answer(Made(found, inputs, at, made.number))
            for name, answer in self._cloud.outputs.get(request.type, {}).items()
        }
        empty = {name: value for name, value in types.outputs_of(request.type).items() if value is not None}
        same = self._same(request.type, inputs)
        properties = {**empty, **computed, **same, **inputs, "id": found}
        return self._store.keep(Thing(request.type, found, request.urn, properties, frozenset(inputs)))

    def _same(self, type: str, inputs: dict[str, Any]) -> dict[str, Any]:
        always = types.outputs_of(type)
        return {name: inputs.get(of) or {} for name, of in self._cloud.same.items() if name in always}

    def _foreseen(self, type: str, inputs: dict[str, Any]) -> dict[str, Any]:
        computed = {"id", *types.outputs_of(type), *self._cloud.outputs.get(type, {})}
        return {**dict.fromkeys(sorted(computed), UNKNOWN_SENTINEL), **self._same(type, inputs), **inputs}

    def Update(self, request: Any, context: Any) -> Any:  # noqa: N802
        old, inputs = values(request.olds), _visible(values(request.news), opened=False)
        before = _visible(values(request.old_inputs), opened=False)
        kept = {key: value for key, value in old.items() if key not in before}
        updates = self._cloud.updates.get(request.type, {})
        again = {name: UNKNOWN_SENTINEL if request.preview else anew(plain(old)) for name, anew in updates.items()}
        properties = {**kept, **again, **self._same(request.type, inputs), **inputs}
        if not request.preview:
            call = Call("update", request.type, request.urn)
            with _refusals(context):
                self._store.before(call)
                same = {name for name, value in inputs.items() if name in before and before[name] == value}
                made = self._change(request, plain(properties), frozenset(inputs), same)
            self._store.after(call)
            properties |= {name: wrapped_like(made.properties.get(name), inputs[name]) for name in same}
        return pb.UpdateResponse(properties=struct(properties))

    def _change(self, request: Any, properties: dict[str, Any], given: frozenset[str], same: set[str]) -> Thing:
        """The `same` inputs aren't asked for: what a hand has changed of them stays (Terraform's HasChange)."""
        there = self._store.find(request.type, request.id)
        if not there:
            raise Refused(f"{request.type} {request.id} is not there any more")
        properties |= {name: there.properties[name] for name in same if name in there.properties}
        dependents.check_named(self._cloud, self._store, request.type, properties)
        changed = Thing(request.type, request.id, request.urn, properties, given)
        self._ask(changed)
        return self._store.keep(changed)

    def _ask(self, thing: Thing) -> None:
        if said := self._cloud.opinion(thing, self._store):
            raise Refused("\n".join(said))

    def Delete(self, request: Any, context: Any) -> Any:  # noqa: N802
        call = Call("delete", request.type, request.urn)
        with _refusals(context):
            self._store.before(call)
            if thing := self._store.find(request.type, request.id):
                dependents.delete(self._cloud, self._store, thing)
        self._store.after(call)
        return empty_pb2.Empty()

    def Read(self, request: Any, context: Any) -> Any:  # noqa: N802
        """For a refresh, and for an import, which has no inputs yet; an answer without an id says that it is gone."""
        call = Call("read", request.type, request.urn)
        with _refusals(context):
            self._store.before(call)
        thing = self._store.find(request.type, request.id) or self._imported(request, context)
        self._store.after(call)
        if not thing:
            return pb.ReadResponse(id="")
        inputs, state = values(request.inputs), values(request.properties)
        names = set(inputs) & set(thing.properties) if inputs else set(thing.given)
        if inputs:
            names |= {name for name in thing.properties if name not in state and types.takes(request.type, name)}
        found = {name: wrapped_like(thing.properties[name], inputs.get(name)) for name in sorted(names)}
        known = {DEFAULTED: inputs[DEFAULTED]} if DEFAULTED in inputs else {}
        return pb.ReadResponse(
            id=thing.id,
            properties=struct({name: wrapped_like(value, state.get(name)) for name, value in thing.properties.items()}),
            inputs=struct({**found, **known}),
        )

    def _imported(self, request: Any, context: Any) -> Thing | None:
        """What an import names by something else than the id in the state."""
        named = self._cloud.import_ids.get(request.type)
        things = self._store.list(request.type) if named and not request.HasField("inputs") else ()
        at = self._at(context)
        return next((it for it in things if named and named(Made(it.id, it.properties, at, 0)) == request.id), None)

    def Invoke(self, request: Any, context: Any) -> Any:  # noqa: N802
        answer = self._cloud.invokes.get(request.tok)
        if not answer:
            _abort(context, f"the double has no answer for the function {request.tok}: add it to its table of invokes")
        try:
            found = answer(plain(values(request.args)), self._at(context))
        except LookupError as error:
            _abort(context, str(error))
        answered: dict[str, Any] = {"return": struct(found)}  # a word of the language, as a name of the protocol
        return pb.InvokeResponse(**answered)

    def _at(self, context: Any) -> Context:
        return Context(self._cloud.account, self._regions.get(context.peer(), self._cloud.region))


@contextmanager
def _refusals(context: Any) -> Generator[None]:
    """What the cloud refuses inside is the engine's error."""
    try:
        yield
    except Refused as refused:
        _abort(context, str(refused))


def _visible(inputs: dict[str, Any], *, opened: bool = True) -> dict[str, Any]:
    """The inputs that are a resource's own; secrets open where asked."""
    found = {key: value for key, value in inputs.items() if key != DEFAULTED}
    return plain(found) if opened else found


def _new_name(request: Any) -> str:
    if request.HasField("autonaming") and request.autonaming.proposed_name:
        return request.autonaming.proposed_name
    return f"{request.name}-{request.randomSeed.hex()[:_RANDOM_DIGITS]}"


def _id(type: str, made: Made) -> str:
    short = re.sub(r"\W", "", type.rsplit(":", 1)[-1]).lower()
    return f"{short}-{made.number:017x}"


def _some(found: bool) -> Any:
    return pb.DiffResponse.DIFF_SOME if found else pb.DiffResponse.DIFF_NONE


def _abort(context: Any, message: str) -> NoReturn:
    context.abort(grpc.StatusCode.UNKNOWN, message)
    raise AssertionError
