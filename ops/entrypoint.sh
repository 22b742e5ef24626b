#!/bin/sh
# Runs server, worker, or a command of server/src/commands (migrate, backup, restore …) for containers and ops/alumni.
set -eu
# The doctor prints commands that begin with this.
export ALUMNI_RUN="${ALUMNI_RUN:-$0}"
# Leading NAME=VALUE arguments set variables.
while expr "${1:-}" : '[A-Za-z_][A-Za-z0-9_]*=' > /dev/null; do
  export "$1"
  shift
done
command=${1:-server}
[ $# -eq 0 ] || shift
# Accepts the form of npm run: restore -- ID --check.
[ "${1:-}" != -- ] || shift

case $command in
  server | worker | migrate)
    # Refuses to start a release that must not be deployed.
    [ -z "${RELEASE_TAG:-}" ] || node server/src/commands/deploy-check.ts "$RELEASE_TAG"
    ;;
esac

case $command in
  server) exec node --import=./server/compile-cache.mjs --max-semi-space-size=4 server/src/start.ts "$@" ;;
  worker) exec node --import=./server/compile-cache.mjs --max-semi-space-size=16 --max-old-space-size=200 worker/src/start.ts "$@" ;;
  *)
    if [ ! -f "server/src/commands/$command.ts" ]; then
      echo "There is no command $command: server, worker, migrate, backup, backups, restore, create-admin …" >&2
      exit 1
    fi
    exec node "server/src/commands/$command.ts" "$@"
    ;;
esac
