"""What scripts/schemathesis.sh knows of the formats in the document, and of what no schema can say."""

import datetime
import json

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
schemathesis.openapi.format("date-time", st.datetimes(first, last).map(lambda moment: f"{moment:%Y-%m-%dT%H:%M:%S}Z"))

# Rules that no schema can say, by what their refusals say; the descriptions of the fields say them too.
unsayable = (
    "which no document can show",
    "das kein Dokument zeigen kann",
    "must not be empty",
    "darf nicht leer sein",
    "decimals",
    "Nachkommastellen",
    "contains something twice",
    "enthält etwas doppelt",
)

# Fields that are measured by another field or by the clock; their descriptions say so.
relative = {"due_date", "ended_at", "service_to", "to", "expires_at", "since", "paid_at", "started_at"}


@schemathesis.check
def takes_what_is_allowed(ctx, response, case):
    """A request that the document allows is refused for what it refers to or for what has happened, never for its form."""
    if case.meta is None or not case.meta.generation.mode.is_positive or response.status_code not in (400, 422):
        return
    problem = json.loads(response.text)
    if problem["error"] == "idempotency_key_reused":
        return
    for each in problem.get("errors", [problem]):
        names = [name for name in each.get("field", "").split(".") if not name.isdigit()]
        name = names[-1] if names else ""
        if any(words in each["message"] for words in unsayable):
            continue
        if not (name.endswith(("_id", "_ids")) or name in relative):
            raise AssertionError(f"refused although the document allows it: {each}")
