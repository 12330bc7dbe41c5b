/**
 * systemd-run, for hosts where unprivileged users may not make namespaces: as root, or through a manager of the user's own. Needs systemd
 * 257, the first that gives a command its own processes: so `ps` shows no others inside.
 */
import { shellQuote } from '../shell-quote.ts';
import { KEPT_OF_RUN } from './kept-of-run.ts';
import { ALL_NAMESPACES, type Mechanism, type Processor } from './mechanism.ts';
import { CALLS, givePerl, loadFilter, MUST, noCoreDumps, PERL_VARIABLE, RUN, runPerl } from './perl-steps.ts';
import { OWN_PLACES_VARIABLE, PLACES_VARIABLE, readingRules } from './reading-rules.ts';
import { systemCallFilter } from './system-call-filter.ts';

const PROPERTIES = [
  'ProtectSystem=strict',
  'ProtectHome=read-only',
  'ReadOnlyPaths=/',
  'PrivateTmp=yes',
  'PrivateDevices=yes',
  'BindReadOnlyPaths=-/dev/shm',
  'TemporaryFileSystem=/run:ro',
  ...KEPT_OF_RUN.map((path) => `BindReadOnlyPaths=-${path}`),
  'PrivateNetwork=yes',
  'PrivateIPC=yes',
  'PrivateUsers=yes',
  'PrivatePIDs=yes',
  'KillMode=control-group',
  'NoNewPrivileges=yes',
  'CapabilityBoundingSet=',
  'AmbientCapabilities=',
  'RestrictSUIDSGID=yes',
  'ProtectKernelTunables=yes',
  'ProtectKernelModules=yes',
  'ProtectKernelLogs=yes',
  'ProtectControlGroups=yes',
  'ProtectClock=yes',
  'ProtectHostname=yes',
  'RestrictNamespaces=yes',
  'LockPersonality=yes',
  'SystemCallArchitectures=native',
  'RestrictAddressFamilies=AF_INET AF_INET6 AF_NETLINK',
  // A pair of sockets could be connected to those of other processes; here it can only be refused as a whole.
  'SystemCallFilter=~@mount @debug @module @reboot @swap @raw-io @clock @keyring bpf socketpair kcmp flock ' +
    'process_vm_readv process_vm_writev process_madvise pidfd_getfd pidfd_send_signal open_by_handle_at userfaultfd ' +
    'fanotify_init quotactl quotactl_fd acct vhangup io_uring_setup io_uring_enter io_uring_register',
  // A refused call fails; by default it would end the program.
  'SystemCallErrorNumber=EPERM',
]
  .map((property) => `-p ${shellQuote(property)}`)
  .join(' ');

/**
 * systemd's own filter knows no arguments, so it cannot tell a lock from any other `fcntl`; and it has no rules for
 * reading. The command sets both itself.
 */
const steps = (processor: Processor): string =>
  [
    MUST,
    noCoreDumps(processor, '0'),
    readingRules(processor, { alone: false }),
    loadFilter(CALLS[processor].prctl, systemCallFilter(processor)),
    RUN,
  ].join('\n');

export const systemd: Mechanism = {
  name: 'systemd',
  namespaces: ALL_NAMESPACES,
  worksOn: ({ kernel }) => kernel === 'Linux',
  wrap: (argv, system) => {
    if (system.kernel !== 'Linux') throw new RangeError('systemd needs Linux');
    const whose = '$([ "$(id -u)" = 0 ] || echo --user)';
    // The manager starts it, so the working directory and the mark of the execution have to be told.
    const told =
      '--working-directory="$PWD" --setenv=SYNAPSE_EXECUTION="$SYNAPSE_EXECUTION"' +
      [PLACES_VARIABLE, OWN_PLACES_VARIABLE].map((name) => ` --setenv=${name}="$${name}"`).join('') +
      ` --setenv=${PERL_VARIABLE}`;
    const program = givePerl(steps(system.processor));
    return `( ${program}; exec systemd-run ${whose} --quiet --pipe --wait --collect ${told} ${PROPERTIES} -- ${runPerl(argv)} )`;
  },
};
