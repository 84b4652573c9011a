#!/usr/bin/env bash
# Sends what the OpenAPI document allows, and some that it does not, to a service of its own with the demo's data, and fails
# where an answer is a 5xx, is not what the document promises, or refuses what the document allows.
#
#   scripts/schemathesis.sh              # 100 examples an operation: about half an hour
#   EXAMPLES=20 scripts/schemathesis.sh  # fewer
#   scripts/schemathesis.sh --include-path-regex '^/clients'   # more arguments go to schemathesis
#
# It needs Python 3.10 or newer with venv; Schemathesis is installed into node_modules/.cache once. After MINUTES (60) it is
# ended, and that is a failure too. One worker: with more, Python 3.11 compiles in two threads at once and says that its
# recursion depth does not match.
set -euo pipefail
cd "$(dirname "$0")/.."

venv=node_modules/.cache/schemathesis
[ -x "$venv/bin/schemathesis" ] || { python3 -m venv "$venv" && "$venv/bin/pip" install --quiet 'schemathesis==4.32.*'; }

data=$(mktemp -d)
port=${PORT:-4123}
export PORT=$port PUBLIC_URL="http://127.0.0.1:$port" DATA_DIR=$data DATABASE_URL= LOG_LEVEL=error
export API_RATE_LIMIT_PER_MINUTE=1000000 PUBLIC_RATE_LIMIT_PER_MINUTE=1000000 MAIL_LIMIT_PER_HOUR=0
npm start --silent > "$data/log" 2>&1 &
service=$!
trap 'kill "$service" 2> /dev/null; wait "$service" || true; rm -rf "$data"' EXIT

for _ in $(seq 120); do
  curl -fsS "$PUBLIC_URL/readyz" > /dev/null 2>&1 && break
  kill -0 "$service" || { cat "$data/log"; exit 1; }
  sleep 1
done
TOKEN=$(npm run -s kontor -- demo --language en --json | python3 -c 'import json, sys; print(json.load(sys.stdin)["token"])')
export TOKEN REFUSALS=$data/refusals

failed=0
PYTHONPATH=scripts SCHEMATHESIS_HOOKS=schemathesis_hooks timeout --foreground "${MINUTES:-60}m" \
  "$venv/bin/schemathesis" run "$PUBLIC_URL/api/v1/openapi.json" \
  --header "Authorization: Bearer $TOKEN" --header 'Accept-Language: en' --max-examples "${EXAMPLES:-100}" --workers 1 \
  --phases examples,coverage,fuzzing --continue-on-failure --warnings off --no-color --report json --report-json-path "$data/run.json" \
  --checks not_a_server_error,status_code_conformance,content_type_conformance,response_schema_conformance,takes_what_is_allowed \
  "$@" || failed=$?

# What the service itself held to be a fault of its own, whether an answer showed it or not.
faults=$(grep -c '"level":50' "$data/log" || true)
[ "$faults" -eq 0 ] || grep '"level":50' "$data/log" | head -5
[ ! -f "$REFUSALS" ] || { echo 'Refused although the document allows it:'; sort "$REFUSALS"; }
if [ "$failed" -eq 0 ] && [ "$faults" -eq 0 ]; then echo 'Nothing found.'; else
  echo "Found something: schemathesis ended with $failed, the service logged $faults faults."
  exit 1
fi
