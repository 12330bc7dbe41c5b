/** systemd-run, for hosts where users cannot make namespaces: as root, or through a manager of the user's own. */
import { shellQuote } from '../shell-quote.ts';
import { ALL_NAMESPACES, type Mechanism } from './mechanism.ts';

const PROPERTIES = [
  'ProtectSystem=strict ProtectHome=read-only PrivateTmp=yes PrivateDevices=yes PrivateNetwork=yes PrivateIPC=yes',
  'PrivateUsers=self PrivatePIDs=yes NoNewPrivileges=yes CapabilityBoundingSet= AmbientCapabilities= KillMode=control-group',
  'ProtectKernelTunables=yes ProtectKernelModules=yes ProtectKernelLogs=yes ProtectControlGroups=yes ProtectClock=yes',
  'ProtectHostname=yes RestrictNamespaces=yes RestrictSUIDSGID=yes LockPersonality=yes ReadOnlyPaths=/',
  'InaccessiblePaths=/run/dbus InaccessiblePaths=/run/systemd SystemCallArchitectures=native',
]
  .flatMap((line) => line.split(' '))
  .map((property) => `-p ${shellQuote(property)}`)
  .join(' ');
const FAMILIES = "-p 'RestrictAddressFamilies=AF_INET AF_INET6 AF_NETLINK'";
const CALLS =
  "-p 'SystemCallFilter=~@mount @debug @module @reboot @swap @raw-io @clock @keyring io_uring_setup io_uring_enter'";

export const systemd: Mechanism = {
  name: 'systemd',
  namespaces: ALL_NAMESPACES,
  worksOn: ({ kernel }) => kernel === 'Linux',
  wrap: (argv) => {
    const whose = '$([ "$(id -u)" = 0 ] || echo --user)';
    const inside = argv.map(shellQuote).join(' ');
    // The manager starts it, so the working directory and the mark of the execution have to be told.
    const told = '--working-directory="$PWD" --setenv=SYNAPSE_EXECUTION="$SYNAPSE_EXECUTION"';
    return `systemd-run ${whose} --quiet --pipe --wait --collect ${told} ${PROPERTIES} ${FAMILIES} ${CALLS} -- ${inside}`;
  },
};
