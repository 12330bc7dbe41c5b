/** systemd and its like: services, logs, sessions, clocks, jobs that run by themselves. */
import { textOf } from '../arg.ts';
import { having } from '../judge-program.ts';
import type { Call, Program, ReadArgs } from '../program.ts';
import type { Finding } from '../walk/frame.ts';
import { CHANGE, many } from './shared.ts';

const STOPS: Program = { operands: 'text', words: /^-/, does: ['change', 'catastrophe'] };

const LONG =
  'no-pager all full lines= output= type= state= failed user system property= value plain no-legend legend= quiet reverse after before show-types recursive now no-ask-password with-dependencies timestamp= global check-inhibitors=';
const SHORT = 'alqr n= o= t= p= P=';
const units: Program = { short: SHORT, long: LONG, operands: 'text' };

/** All that a service is given is in there, its environment too; a list without a name in it asks for all of it. */
function show(read: ReadArgs, call: Call): Finding {
  const asked = ['p', 'P', 'property'].flatMap((name) => read.given.get(name) ?? []).map(textOf);
  const narrow =
    asked.length > 0 && asked.every((name) => /^(?!.*(?:Environment|Credential))\w+(?:,\w+)*$/i.test(name ?? ''));
  return narrow ? having(call, 'read') : having(call, 'read', 'sensitive');
}

const states: Program = {
  long: 'no-pager all full value property= no-legend json= output= lines=',
  short: 'alq p= o= n=',
  operands: 'text',
};

export const SERVICES: Readonly<Record<string, Program>> = {
  systemctl: {
    short: SHORT,
    long: `${LONG} version`,
    sub: {
      ...many(
        'status cat list-units list-unit-files list-timers list-sockets list-dependencies list-jobs list-machines list-paths list-automounts is-active is-enabled is-failed is-system-running get-default',
        units,
      ),
      '': {},
      show: { ...units, judge: show },
      'show-environment': { does: ['read', 'sensitive'] },
      ...many(
        'start stop restart reload try-restart reload-or-restart enable disable mask unmask reenable preset daemon-reload daemon-reexec set-default set-property reset-failed kill clean freeze thaw isolate link revert set-environment unset-environment import-environment edit add-wants add-requires cancel',
        CHANGE,
      ),
      ...many(
        'reboot poweroff halt kexec soft-reboot suspend hibernate hybrid-sleep suspend-then-hibernate rescue emergency exit switch-root default',
        STOPS,
      ),
    },
  },
  journalctl: {
    short: 'aefkqrxmN b? n~ o= p= u= t= T= S= U= g= F= D: c=',
    long: 'no-pager since= until= unit= user-unit= boot? list-boots disk-usage output= priority= facility= grep= case-sensitive? lines~ follow reverse dmesg identifier= exclude-identifier= no-hostname utc catalog header fields field= system user all full no-full output-fields= merge pager-end quiet no-tail directory: after-cursor= cursor= show-cursor list-namespaces namespace= truncate-newline verify version',
    words: /^-\d+$/,
    operands: 'text',
  },
  loginctl: {
    short: 'al p= n= o=',
    long: LONG,
    sub: {
      ...many(
        'list-sessions list-users list-seats session-status user-status seat-status show-session show-user show-seat',
        states,
      ),
      '': {},
      ...many(
        'terminate-session terminate-user terminate-seat kill-session kill-user lock-session unlock-session lock-sessions enable-linger disable-linger activate attach',
        CHANGE,
      ),
      ...many('reboot poweroff halt suspend hibernate', STOPS),
    },
  },
  timedatectl: {
    long: 'no-pager all',
    sub: {
      ...many('status show list-timezones timesync-status show-timesync', states),
      '': {},
      ...many('set-time set-timezone set-ntp set-local-rtc ntp-servers revert', CHANGE),
    },
  },
  hostnamectl: {
    long: 'no-pager static transient pretty json=',
    sub: {
      status: states,
      '': {},
      ...many('hostname set-hostname set-icon-name set-chassis icon-name chassis deployment location', CHANGE),
    },
  },
  localectl: {
    long: 'no-pager',
    sub: {
      ...many('status list-locales list-keymaps list-x11-keymap-layouts', states),
      '': {},
      ...many('set-locale set-keymap set-x11-keymap', CHANGE),
    },
  },
  resolvectl: {
    long: 'no-pager',
    sub: {
      ...many('status statistics dns domain', { long: 'no-pager', operands: 'none' }),
      '': {},
      query: { operands: 'text', words: /^-/, does: ['network'] },
      ...many('flush-caches reset-statistics revert', CHANGE),
    },
  },
  networkctl: {
    short: 'al',
    long: 'no-pager no-legend all',
    sub: {
      ...many('list status lldp label', states),
      '': {},
      ...many('up down renew reconfigure reload delete forcerenew edit', CHANGE),
    },
  },
  // Its `--output` is a file.
  coredumpctl: {
    long: 'no-pager',
    sub: { ...many('list info', { long: 'no-pager no-legend', operands: 'text' }), '': {} },
  },
  machinectl: { long: 'no-pager', sub: { ...many('list list-images status show', states), '': {} } },
  'systemd-analyze': {
    long: 'no-pager user system',
    sub: {
      ...many('time blame critical-chain calendar timespan security unit-paths', {
        long: 'no-pager user system iterations=',
        operands: 'text',
      }),
      '': {},
    },
  },
  'systemd-cgls': { short: 'alk', long: 'no-pager all full', operands: 'text' },
  'systemd-detect-virt': { short: 'qcvr', long: 'container vm chroot list quiet' },
  service: { long: 'status-all', operands: 'text', judge: service },
  'rc-status': { short: 'acelmrsuS', long: 'all list runlevel', operands: 'text' },
  'rc-service': { operands: 'text', long: 'list', judge: service },
  chkconfig: {
    long: 'list',
    judge: (read, call) => having(call, read.operands.length > (read.given.has('list') ? 1 : 0) ? 'change' : 'read'),
    operands: 'text',
  },
  crontab: {
    short: 'lrei u=',
    operands: 'write',
    judge: (read, call) =>
      having(call, read.given.has('l') && read.operands.length === 0 && only(read, 'l', 'u') ? 'read' : 'change'),
  },
  at: {
    short: 'lmMvc q= f< t= d=',
    operands: 'text',
    // Of `-l`, `-d` and `-c` the last one counts.
    judge: (read, call) =>
      read.given.has('l') && only(read, 'l', 'q') ? having(call, 'read') : having(call, 'change', 'opaque'),
  },
  atq: { short: 'q=' },
  atrm: CHANGE,
  supervisorctl: {
    short: 'c=',
    sub: { status: { operands: 'text' }, ...many('start stop restart reload update reread shutdown', CHANGE) },
  },
  certbot: { sub: { certificates: { long: 'cert-name= domain=', short: 'd=', operands: 'none' } } },
  busctl: {
    long: 'no-pager no-legend system user list acquired activatable',
    // A service that is named is started, where it is not running.
    sub: { '': {}, list: {}, tree: {} },
  },
  rabbitmqctl: {
    short: 'qs n= p=',
    long: 'quiet silent node= vhost= formatter=',
    sub: many(
      'list_queues list_exchanges list_bindings list_connections list_channels list_consumers list_vhosts list_users list_permissions list_policies status cluster_status ping version',
      { short: 'q p=', long: 'quiet vhost= formatter= online offline local', operands: 'text' },
    ),
  },
  pm2: {
    sub: {
      // Whatever it is asked, it starts its own service where that does not run.
      ...many('list ls status logs jlist prettylist', CHANGE),
      ...many('start stop restart reload delete kill save flush', { ...CHANGE, does: ['change', 'opaque'] }),
    },
  },
  nginx: {
    short: 'tTvVq',
    operands: 'none',
    // Its test of the configuration opens the logs and makes the files that it names.
    judge: (read, call) =>
      read.given.size > 0 && [...read.given.keys()].every((option) => /^[vV]$/.test(option))
        ? undefined
        : having(call, 'change'),
  },
  apachectl: {
    short: 'tSvVMl',
    sub: { '': {}, configtest: {}, ...many('start stop restart graceful graceful-stop', CHANGE) },
  },
  apache2ctl: {
    short: 'tSvVMl',
    sub: { '': {}, configtest: {}, ...many('start stop restart graceful graceful-stop', CHANGE) },
  },
  postconf: { short: 'dnMPxh', operands: /^[\w.]+$/ },
  mailq: {},
  postqueue: { short: 'pj' },
  sshd: {
    short: 'tTV',
    judge: (read, call) =>
      read.given.size > 0 && read.operands.length === 0 ? having(call, 'read') : having(call, 'change', 'opaque'),
    operands: 'text',
  },
  visudo: {
    short: 'c',
    judge: (read, call) => (read.given.has('c') ? having(call, 'read') : having(call, 'change', 'privileged')),
  },
};

/** `service x status` asks; anything else does something. The name with a slash in it is a script that lies elsewhere. */
function service(read: ReadArgs, call: Call): Finding {
  const [name, action, ...more] = read.operands.map(textOf);
  const lists = read.given.has('status-all') || read.given.has('list');
  if (name === undefined) return having(call, lists ? 'read' : 'change');
  if (name === null || !/^[\w@:-][\w.@:-]*$/.test(name)) return having(call, 'change', 'opaque');
  return having(call, action === 'status' && more.length === 0 && read.given.size === 0 ? 'read' : 'change');
}

const only = (read: ReadArgs, ...names: readonly string[]): boolean =>
  [...read.given.keys()].every((name) => names.includes(name));
