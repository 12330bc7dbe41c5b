#!/bin/sh
# `synapse` in the container: gives up root for the user synapse. Commands on the machine "local" belong to a third user,
# who cannot read the data directory: to start them as that user, and to end them, the service keeps three capabilities.
program=/app/packages/cli/bin/synapse.js

# Begun as another user already (--user, runAsUser): there is nobody to change to.
if [ "$(id -u)" != 0 ]; then exec "$program" "$@"; fi

become() { exec setpriv --reuid=synapse --regid=synapse --init-groups "$@"; }
export HOME=/data
keep=-all,+setuid,+setgid,+kill
if ( become --inh-caps="$keep" --ambient-caps="$keep" true ) 2>/dev/null; then
  export SYNAPSE_LOCAL_USER="${SYNAPSE_LOCAL_USER-synapse-local}"
else
  keep=-all
fi
become --inh-caps="$keep" --ambient-caps="$keep" sh -c 'cd /data && exec "$@"' sh "$program" "$@"
