#!/usr/bin/env bash
# Sends what the OpenAPI document allows, and some that it does not, to a service of its own, and fails where an answer is
# a 5xx, is not what the document promises, or refuses what it allows.
#
#   scripts/schemathesis.sh              # 100 examples an operation: some minutes
#   EXAMPLES=20 scripts/schemathesis.sh  # fewer
#   scripts/schemathesis.sh --include-path-regex '^/clients'   # more arguments go to schemathesis
#
# It needs Python 3.10 with venv; Schemathesis is installed into node_modules/.cache once.
set -euo pipefail
cd "$(dirname "$0")/.."

venv=node_modules/.cache/schemathesis
[ -x "$venv/bin/schemathesis" ] || { python3 -m venv "$venv" && "$venv/bin/pip" install --quiet 'schemathesis==4.*'; }

data=$(mktemp -d)
port=${PORT:-4123}
export PORT=$port PUBLIC_URL="http://127.0.0.1:$port" DATA_DIR=$data DATABASE_URL= LOG_LEVEL=error
export API_RATE_LIMIT_PER_MINUTE=1000000 PUBLIC_RATE_LIMIT_PER_MINUTE=1000000
npm start --silent > "$data/log" 2>&1 &
service=$!
trap 'kill "$service"; wait "$service" || true; rm -rf "$data"' EXIT

for _ in $(seq 120); do
  curl -fsS "$PUBLIC_URL/readyz" > /dev/null 2>&1 && break
  kill -0 "$service"
  sleep 1
done
TOKEN=$(npm run -s kontor -- org create --name Schemathesis --email schemathesis@kontor.example --json \
  | python3 -c 'import json, sys; print(json.load(sys.stdin)["token"])')

# Deleting a member or a token at random could end the run's own; 401 would be all that is seen from then on.
PYTHONPATH=scripts SCHEMATHESIS_HOOKS=schemathesis_hooks "$venv/bin/schemathesis" run "$PUBLIC_URL/api/v1/openapi.json" \
  --header "Authorization: Bearer $TOKEN" --max-examples "${EXAMPLES:-100}" --workers 2 --continue-on-failure \
  --phases examples,coverage,fuzzing \
  --checks not_a_server_error,status_code_conformance,content_type_conformance,response_schema_conformance,takes_what_is_allowed \
  --exclude-operation-id deleteMember --exclude-operation-id deleteToken "$@"
