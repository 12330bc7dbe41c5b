/**
 * systemd-run, for hosts without bubblewrap and Perl: as root, or through a manager of the user's own. Needs systemd
 * 257, the first that gives a command its own processes: so `ps` shows no others inside.
 */
import { shellQuote } from '../shell-quote.ts';
import { KEPT_OF_RUN } from './kept-of-run.ts';
import { ALL_NAMESPACES, type Mechanism } from './mechanism.ts';

const PROPERTIES = [
  ...['ProtectSystem=strict', 'ProtectHome=read-only', 'ReadOnlyPaths=/', 'PrivateTmp=yes', 'PrivateDevices=yes'],
  ...['TemporaryFileSystem=/run:ro', ...KEPT_OF_RUN.map((path) => `BindReadOnlyPaths=-${path}`)],
  ...['PrivateNetwork=yes', 'PrivateIPC=yes', 'PrivateUsers=yes', 'PrivatePIDs=yes', 'KillMode=control-group'],
  ...['NoNewPrivileges=yes', 'CapabilityBoundingSet=', 'AmbientCapabilities=', 'RestrictSUIDSGID=yes'],
  ...['ProtectKernelTunables=yes', 'ProtectKernelModules=yes', 'ProtectKernelLogs=yes', 'ProtectControlGroups=yes'],
  ...['ProtectClock=yes', 'ProtectHostname=yes', 'RestrictNamespaces=yes', 'LockPersonality=yes'],
  ...['SystemCallArchitectures=native', 'RestrictAddressFamilies=AF_INET AF_INET6 AF_NETLINK'],
  // A pair of sockets could be connected to somebody else's; here it can only be refused as a whole.
  'SystemCallFilter=~@mount @debug @module @reboot @swap @raw-io @clock @keyring bpf socketpair kcmp flock ' +
    'process_vm_readv process_vm_writev process_madvise pidfd_getfd pidfd_send_signal open_by_handle_at userfaultfd ' +
    'fanotify_init quotactl quotactl_fd acct vhangup io_uring_setup io_uring_enter io_uring_register',
  // A refused call fails; by default it would end the program.
  'SystemCallErrorNumber=EPERM',
]
  .map((property) => `-p ${shellQuote(property)}`)
  .join(' ');

export const systemd: Mechanism = {
  name: 'systemd',
  namespaces: ALL_NAMESPACES,
  worksOn: ({ kernel }) => kernel === 'Linux',
  wrap: (argv) => {
    const whose = '$([ "$(id -u)" = 0 ] || echo --user)';
    const inside = argv.map(shellQuote).join(' ');
    // The manager starts it, so the working directory and the mark of the execution have to be told.
    const told = '--working-directory="$PWD" --setenv=SYNAPSE_EXECUTION="$SYNAPSE_EXECUTION"';
    return `systemd-run ${whose} --quiet --pipe --wait --collect ${told} ${PROPERTIES} -- ${inside}`;
  },
};
