"""What scripts/schemathesis.sh knows of the formats in the document, and of what no schema can say."""

import datetime
import json
import os
import re
import time
import urllib.request
import uuid
from typing import NamedTuple

import jsonschema_rs
import schemathesis
from hypothesis import strategies as st

schemathesis.openapi.format("iban", st.sampled_from(["DE02120300000000202051", "AT611904300234573201"]))
schemathesis.openapi.format("bic", st.sampled_from(["BYLADEM1001", "COBADEFFXXX"]))
schemathesis.openapi.format("vat-id", st.sampled_from(["DE136695976", "ATU12345675"]))
schemathesis.openapi.format("time-zone", st.sampled_from(["Europe/Berlin", "America/New_York", "UTC"]))
schemathesis.openapi.format("web-address", st.sampled_from(["https://www.example.com", "example.com"]))
schemathesis.openapi.format("uri", st.sampled_from(["https://example.com/kontor", "https://example.com:8443/"]))

# Years 1900 to 2200, as their pattern says: filtering any date by it would take too long.
first, last = datetime.datetime(1900, 1, 2), datetime.datetime(2200, 12, 30)
schemathesis.openapi.format("date", st.dates(first.date(), last.date()).map(str))
schemathesis.openapi.format(
    "date-time", st.datetimes(first, last).map(lambda moment: moment.strftime("%Y-%m-%dT%H:%M:%SZ"))
)


def get(path):
    request = urllib.request.Request(
        f"{os.environ['PUBLIC_URL']}/api/v1{path}", headers={"Authorization": f"Bearer {os.environ['TOKEN']}"}
    )
    with urllib.request.urlopen(request, timeout=30) as answer:
        return json.load(answer)


def ids(path):
    rows = next(value for value in get(f"{path}?per_page=100").values() if isinstance(value, list))
    return {row["id"] for row in rows}


# Without these the run would end itself: 401 would be all that is seen from then on.
own = {get("/me")["id"]} | ids("/tokens")
known = {}


def things(path):
    """The ids of what is there, looked up again after a while: what is created and deleted comes and goes."""
    found, asked = known.get(path, ([], 0.0))
    if time.monotonic() - asked > 2:
        try:
            found = sorted(ids(path) - own)
        except OSError:
            found = []
        known[path] = found, time.monotonic()
    return found


@schemathesis.hook
def before_call(context, case, kwargs):
    """Every other id of an address is one that exists: the rest would be 404 alone."""
    before, _, after = case.operation.path.partition("/{")
    for name, value in (case.path_parameters or {}).items():
        try:
            number = uuid.UUID(value).int
        except (ValueError, TypeError, AttributeError):
            continue
        if case.meta and case.meta.generation.mode.is_positive and number % 2 == 0 and (some := things(before)):
            case.path_parameters[name] = some[number // 2 % len(some)]


class Unsayable(NamedTuple):
    """A rule that no JSON Schema can say: a request that breaks it alone is refused with this token and these words."""

    why: str
    fields: str
    words: str
    token: str = "validation_failed"


exists = "what is referred to must be there"
clock = "it is measured by the clock"
other = "it is measured by another field"
stored = "it is measured by what is stored"
decimals = (
    r"line_items\.0\.(quantity|discount_percent|tax_rate)|cash_discount_percent|tax_rate|accounting\.accounts\.0\.tax_rate"
)
printed = (
    r"name|contact_name|phone|street|postal_code|city|customer_number|buyer_reference|introduction|closing|reason"
    r"|line_items\.0\.(description|tax_exemption_reason)|legal_name|tax_number|bank_name|account_holder|register_court"
    r"|register_number|managing_directors|dunning\.levels\.0\.text"
)
unsayable = (
    Unsayable(exists, r"(.+\.)?\w+_ids?(\.0)?", "does not exist"),
    Unsayable(stored, "project_id", "is not the task's project"),
    Unsayable(stored, "amount_cents", "is more than the client's credit|exceeds the (open amount|amount to be refunded)"),
    Unsayable(stored, "line_items.0.tax_rate", "is not on the invoice"),
    Unsayable(stored, r"client\.\w+|organization\.\w+", "is needed to send this"),
    Unsayable("the law decides it", r"line_items\.0\.tax_rate", "is 0 where the law does not provide for it: .+"),
    Unsayable(stored, "paid_at", "is more than a year before the issue date"),
    Unsayable(stored, "after", "is not an event that is still stored"),
    Unsayable(stored, "line_items", "exceed what can still be credited"),
    Unsayable(other, "line_items", "must come to more than zero"),
    Unsayable(stored, "returned_at", "is before the payment"),
    Unsayable(stored, "method|charges_cents|cash_discount_cents", "does not apply to a refund"),
    Unsayable(stored, "move_to", "must be another column of the same project"),
    Unsayable(stored, "", "This Idempotency-Key was used with another request", "idempotency_key_reused"),
    Unsayable(other, "(due_date|service_to|ended_at|to|ends_on|valid_until|date)", "is before the .+"),
    Unsayable(other, "dunning.levels", "needs at least one level where reminders are sent automatically"),
    Unsayable(other, "dunning.levels.0.fee_cents", "must be 0 at level 0: the friendly reminder costs nothing"),
    Unsayable(stored, r"accounting\.\w+", "is missing: there is no export to DATEV without this setting"),
    Unsayable(stored, "next", r"must be at least \d+: lower ones are used"),
    Unsayable("a file is more than bytes", "file", ".+"),
    Unsayable(other, "ended_at", "must be after the start"),
    Unsayable(other, "charges_cents", "is more than the amount"),
    Unsayable(other, "accounting.accounts|dunning.levels|tag_ids|assignee_ids", "contains something twice"),
    Unsayable("letters that nobody sees are no name", r"(.+\.)?(name|title|description|subject)|external_id", "must not be empty"),
    Unsayable("a multiple of 0.01 is more than validators can count", decimals, r"must have at most \d decimals"),
    Unsayable("a list of 2,160 codes stands elsewhere", r"line_items\.0\.unit", "is not a code of UN/ECE .+"),
    Unsayable("fonts decide it", printed, "contains .+, which no document can show"),
    Unsayable("an address is more than its pattern", "url", "must be an https address"),
    Unsayable(clock, "expires_at", "lies in the past"),
    Unsayable(clock, "paid_at", "lies in the future"),
    Unsayable(clock, "issue_date", "lies in the future"),
    Unsayable(clock, "since", "is more than 90 days ago"),
)

found = set()


def is_allowed(case):
    """Whether the body is what the document says, formats and all."""
    content = case.operation.definition.raw.get("requestBody", {}).get("content", {})
    media = content.get(case.media_type) if case.media_type else None
    if not media or case.media_type != "application/json":
        return True
    schema = {**media["schema"], "components": case.operation.schema.raw_schema["components"]}
    return jsonschema_rs.Draft202012Validator(schema, validate_formats=True).is_valid(case.body)


@schemathesis.check
def takes_what_is_allowed(ctx, response, case):
    """A request that the document allows is refused for what it refers to or for what has happened, never for its form."""
    if case.meta is None or not case.meta.generation.mode.is_positive or response.status_code not in (400, 413, 415, 422):
        return
    # Schemathesis calls some texts valid whose format they lack.
    if not is_allowed(case):
        return
    problem = json.loads(response.text)
    for each in problem.get("errors") or [problem]:
        name = each.get("field", "")
        field = re.sub(r"\.\d+(?=\.|$)", ".0", name)
        words = each["message"].removeprefix(name).strip().removesuffix(".")
        if any(
            problem["error"] == rule.token and re.fullmatch(rule.fields, field) and re.fullmatch(rule.words, words)
            for rule in unsayable
        ):
            continue
        # Schemathesis shows one failure an operation; this is every one of them.
        finding = f"{case.operation.label}: {problem['error']} {field} {words}"
        if finding not in found:
            found.add(finding)
            with open(os.environ["REFUSALS"], "a") as file:
                print(finding, file=file)
        raise AssertionError(f"refused although the document allows it: {problem['error']} {each}")
