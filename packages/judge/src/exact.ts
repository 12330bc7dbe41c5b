/**
 * Which parts of a command cannot run in a sandbox, and which are written so plainly that they need none.
 *
 * A sandbox has neither sockets nor the machine's network, mounts and users, so what asks for those runs outside. Nothing
 * but its text says there that it reads. So the text has to be exact: one pipeline behind the other, every word literal,
 * a program of the lists below with options that its description has, and no file but what the kernel tells.
 */
import {
  type Command,
  fixedText,
  type List,
  type Part,
  type Redirection,
  readScript,
  type SimpleCommand,
  TooMuchToRead,
} from '@synapse/shell';
import { asksPlainly, filtersAlone, isFilter, keepsLines, tellsOfMachine } from './exact-forms.ts';
import { holeAt, type IsSecret, secretNames } from './holes.ts';
import type { JudgedPart, JudgedPlace } from './judgement.ts';
import { isCredential } from './walk/variables.ts';

const words = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/).filter((word) => word !== ''));

/** They ask a service, or a device, or show the network, the mounts or the users of the machine. */
const OUTSIDE = words(`
  docker podman nerdctl docker-compose crictl kubectl k helm aws az
  systemctl loginctl timedatectl hostnamectl localectl resolvectl networkctl machinectl busctl systemd-analyze
  systemd-cgls service rc-status rc-service supervisorctl rabbitmqctl snap crontab at atq mailq postqueue
  fail2ban-client ss netstat ip ifconfig route arp iwconfig ethtool iptables ip6tables iptables-save nft ufw
  firewall-cmd nmcli brctl bridge ping ping6 nc ncat netcat curl wget hostname lsof fuser sysctl dmesg ssh-add
  psql mysql mariadb redis-cli pg_isready mysqladmin
  mount findmnt df id groups lsblk blkid fdisk sfdisk gdisk parted wipefs cryptsetup mdadm lvs vgs pvs lvdisplay
  vgdisplay pvdisplay zpool zfs btrfs swapon losetup smartctl hdparm nvme tune2fs dumpe2fs nvidia-smi dmidecode`);

/** They say one thing about the machine, or nothing at all. */
const PLAIN = words(`
  cd : test [ uname uptime free date cal whoami nproc arch lscpu vmstat who w users last ps pstree pgrep pidof true false echo
  printf pwd sleep getconf locale lsmod which type hostid tty logname`);
/** Of these, what the shell does itself: whatever ran before it, it is the same. */
const OF_THE_SHELL = words('cd : test [ true false echo printf pwd');
/** They tell of files what their folders know: names, sizes, times. */
const OF_FILES = words('ls stat du readlink realpath basename dirname tree namei');
/** In front of another program they leave it as it is. */
const IN_FRONT = words('timeout time nice command');

/** What the kernel tells of the network and the mounts, by files that are others inside. */
const KERNEL_TABLES = /^\/proc\/(?:self\/|thread-self\/)?(?:net|sys\/net|mounts|mountinfo|mountstats)(?:\/|$)/;

export function withPlaces(command: string, parts: readonly JudgedPart[], place: JudgedPlace): JudgedPart[] {
  const form = formOf(command, place.isSecret);
  const logsIn = form !== null && !form.handsSecrets && secretNames(place.stdin ?? '', place.isSecret).length === 0;
  return parts.map((part) => {
    const { program, paths, mentions = [] } = part;
    // Who one is does not change inside; of which groups does.
    const asks = OUTSIDE.has(program ?? '') && !/^id -[unr]{1,3}$/.test(part.text);
    const outside = asks || [...paths, ...mentions].some((path) => KERNEL_TABLES.test(path));
    const reads = part.effects.every((effect) => effect === 'read');
    const exact = form !== null && reads && isExact(part) && (!form.besides || OF_THE_SHELL.has(program ?? ''));
    return {
      ...part,
      ...(outside ? { outside: true as const } : {}),
      ...(exact ? { exact: true as const } : {}),
      ...(exact && logsIn ? { logsIn: true as const } : {}),
    };
  });
}

/**
 * A path says where a file is looked for. Where a link leads from there, only the machine knows: what files hold is read
 * in a sandbox, which hides private ones wherever they are found.
 */
function isExact({ program, paths }: JudgedPart): boolean {
  const name = program ?? '';
  if (OUTSIDE.has(name))
    return paths.every((path) => /^\/(?:dev\/[\w/-]+$|$)/.test(path)) || /^(?:df|findmnt|lsof|fuser)$/.test(name);
  if (isFilter(name)) return paths.every((path) => KERNEL_TABLES.test(path));
  return OF_FILES.has(name) || (PLAIN.has(name) && (paths.length === 0 || /^(?:cd|test|\[)$/.test(name)));
}

const PORT = /^-\w*[pP]\d*$|^--port/;

interface Form {
  /** A placeholder stands anywhere but in front of a client, as what it logs in with to its own service. */
  handsSecrets: boolean;
  /** A program stands beside them that is none of these. It may change what another one does, if a rule allows it. */
  besides: boolean;
}

/** Null where the command is not written plainly. */
function formOf(command: string, isSecret: IsSecret | undefined): Form | null {
  const form: Form = { handsSecrets: false, besides: false };
  try {
    const { list, problem } = readScript(command, { holeAt: holeAt(isSecret) });
    return problem === null && isFlat(list, form) ? form : null;
  } catch (error) {
    if (error instanceof TooMuchToRead) return null;
    throw error;
  }
}

const isFlat = ({ items }: List, form: Form): boolean =>
  items.every(({ pipeline: { commands }, operator }) => {
    if (commands.some(logsIn) && commands.some(changesLines)) form.handsSecrets = true;
    return (
      operator !== '&' &&
      commands.every((each) => each.kind === 'simple' && isPlainCommand(each, form)) &&
      (commands.length === 1 || !commands.some(isDescription))
    );
  });

/** What tells of something with the values that it was given, and the word that asks for it. */
const DESCRIPTIONS = { kubectl: 'describe', k: 'describe', helm: 'status', systemctl: 'cat' } as const;

/** The values in it are hidden by where they stand, so it must be shown as it is. */
const isDescription = (command: Command): boolean => {
  const said = command.kind === 'simple' ? command.words.map((word) => fixedText(word)) : [];
  return Object.entries(DESCRIPTIONS).some(([program, word]) => said.includes(program) && said.includes(word));
};

/** What a client prints of what it logs in with is known again in whole lines. */
const changesLines = (command: Command): boolean => {
  const [program = '', ...args] = command.kind === 'simple' ? command.words.map((word) => fixedText(word) ?? '') : [];
  return isFilter(program) && !keepsLines(program, args);
};

const logsIn = (command: Command): boolean =>
  command.kind === 'simple' && command.assignments.some(({ value }) => value.some(isHole));

function isPlainCommand({ assignments, words: said, redirections }: SimpleCommand, form: Form): boolean {
  if (!assignments.every(({ name, value }) => isCredential(name) && isLiteral(value))) return false;
  if (!redirections.every(isQuiet) || !said.every(({ parts }) => isLiteral(parts))) return false;
  if (said.some(({ parts }) => parts.some(isHole))) form.handsSecrets = true;
  const names = said.map((word) => fixedText(word) ?? '');
  const first = names.findIndex((name) => !IN_FRONT.has(name) && !/^(?:-n|-?\d+[smh]?)$/.test(name));
  const program = names[first] ?? '';
  const args = names.slice(first + 1);
  // Any program may listen on another port.
  if (
    assignments.some(({ value }) => value.some(isHole)) &&
    (!OUTSIDE.has(program) || args.some((arg) => PORT.test(arg)))
  )
    form.handsSecrets = true;
  if (isFilter(program)) return filtersAlone(program, args, (path) => KERNEL_TABLES.test(path));
  if (OUTSIDE.has(program)) return asksPlainly(program, args);
  if (OF_FILES.has(program)) return true;
  if (PLAIN.has(program)) return tellsOfMachine(program, args);
  form.besides = true;
  return true;
}

const isHole = (part: Part): boolean =>
  part.kind === 'hole' || ((part.kind === 'single' || part.kind === 'double') && part.parts.some(isHole));

/** Nothing in it is decided when it runs; a placeholder is one value, whatever it is. */
function isLiteral(parts: readonly Part[]): boolean {
  return parts.every((part) => {
    if (part.kind === 'literal') return !/[{}]/.test(part.value) && isInQuotes(part);
    if (part.kind === 'single' || part.kind === 'double') return part.parts.every(isInQuotes);
    return part.kind === 'escaped' || part.kind === 'hole';
  });
}

/** A line break in a header begins the next one. */
const isInQuotes = (part: Part): boolean =>
  part.kind === 'hole' || ((part.kind === 'literal' || part.kind === 'escaped') && !/\p{Cc}/u.test(part.value));

/** `2>/dev/null`, `2>&1` and their like. */
const isQuiet = ({ operator, target, heredoc }: Redirection): boolean => {
  const where = target === null ? '' : (fixedText(target) ?? '');
  return (
    heredoc === null && (/^>>?$/.test(operator) ? where === '/dev/null' : operator === '>&' && /^[12]$/.test(where))
  );
};
