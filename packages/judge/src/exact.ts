/**
 * Which parts of a command cannot run in a sandbox, and which are written so plainly that they need none.
 *
 * A sandbox has neither sockets nor the machine's network, mounts and users, so what asks for those runs outside. Nothing
 * but its text says there that it reads. So the text has to be exact: one pipeline behind the other, every word literal,
 * a program of the lists below with options that its description has, and no file but what the kernel tells.
 */
import {
  fixedText,
  type List,
  type Part,
  type Redirection,
  readScript,
  type SimpleCommand,
  TooMuchToRead,
} from '@synapse/shell';
import { holeAt, type IsSecret } from './holes.ts';
import type { JudgedPart } from './judgement.ts';
import { isCredential } from './walk/variables.ts';

const words = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/).filter((word) => word !== ''));

/** They ask a service, or a device, or show the network, the mounts or the users of the machine. */
const OUTSIDE = words(`
  docker podman nerdctl docker-compose crictl kubectl k helm aws az
  systemctl loginctl timedatectl hostnamectl localectl resolvectl networkctl machinectl busctl systemd-analyze
  systemd-cgls service rc-status rc-service supervisorctl rabbitmqctl pm2 snap crontab at atq mailq postqueue
  fail2ban-client ss netstat ip ifconfig route arp iwconfig ethtool iptables ip6tables iptables-save nft ufw
  firewall-cmd nmcli brctl bridge ping ping6 nc ncat netcat curl wget hostname lsof fuser sysctl dmesg ssh-add
  psql mysql mariadb redis-cli pg_isready mysqladmin
  mount findmnt df id groups lsblk blkid fdisk sfdisk gdisk parted wipefs cryptsetup mdadm lvs vgs pvs lvdisplay
  vgdisplay pvdisplay zpool zfs btrfs swapon losetup smartctl hdparm nvme tune2fs dumpe2fs nvidia-smi dmidecode`);

/** What they are handed by a pipe is all that they read. */
const FILTERS = words('grep egrep fgrep head tail wc sort cut uniq tr jq column cat nl tac rev awk gawk mawk sed');
/** They say one thing about the machine, or nothing at all. */
const PLAIN = words(`
  cd : test [ uname uptime free date cal whoami nproc arch lscpu vmstat who w users last ps pstree pgrep pidof true false echo
  printf pwd sleep getconf locale lsmod which type hostid tty logname`);
/** They tell of files what their folders know: names, sizes, times. */
const OF_FILES = words('ls stat du readlink realpath basename dirname tree namei');
/** In front of another program they leave it as it is. */
const IN_FRONT = words('timeout time nice command');

/** Scripts that pick lines or columns, and nothing else. */
const PICKS =
  /^(?:(?:\/[\w .:=@%-]*\/|NR ?[<>=!]=? ?\d+|\$\d+ ?[<>=!~]=? ?(?:\d+|"[\w.:-]*"))? ?(?:\{ ?print(?: \$(?:\d+|NF)(?: ?, ?\$(?:\d+|NF))*)? ?;? ?\})?|(?:\d+|\$)(?:,(?:\d+|\$))?[pdq]|s\/[\w .:,="-]*\/[\w .:,="-]*\/g?)$/;

/** What the kernel tells of the network and the mounts, by files that are others inside. */
const KERNEL_TABLES = /^\/proc\/(?:self\/|thread-self\/)?(?:net|sys\/net|mounts|mountinfo|mountstats)(?:\/|$)/;

export function withPlaces(
  command: string,
  parts: readonly JudgedPart[],
  isSecret: IsSecret | undefined,
): JudgedPart[] {
  const plain = isPlain(command, isSecret);
  return parts.map((part) => {
    const { program, paths, mentions = [] } = part;
    const tables = paths.length > 0 && paths.every((path) => KERNEL_TABLES.test(path));
    // Who one is does not change inside; of which groups does.
    const asks = OUTSIDE.has(program ?? '') && !/^id -[unr]{1,3}$/.test(part.text);
    const outside = asks || [...paths, ...mentions].some((path) => KERNEL_TABLES.test(path));
    // A path says where a file is looked for. Where a link leads from there, only the machine knows: what files hold is
    // read in a sandbox, which hides private ones wherever they are found.
    const shows = FILTERS.has(program ?? '') && paths.length > 0 && !tables;
    const reads = plain && !shows && part.effects.every((effect) => effect === 'read');
    return {
      ...part,
      ...(outside ? { outside: true as const } : {}),
      ...(reads ? { plain: true as const } : {}),
      ...(reads && isExact(part, tables) ? { exact: true as const } : {}),
    };
  });
}

function isExact({ program, paths }: JudgedPart, tables: boolean): boolean {
  const name = program ?? '';
  if (OUTSIDE.has(name))
    return paths.every((path) => /^\/(?:dev\/[\w/-]+$|$)/.test(path)) || /^(?:df|findmnt|lsof|fuser)$/.test(name);
  return FILTERS.has(name)
    ? paths.length === 0 || tables
    : PLAIN.has(name) && (paths.length === 0 || /^(?:cd|test|\[)$/.test(name));
}

function isPlain(command: string, isSecret: IsSecret | undefined): boolean {
  try {
    const { list, problem } = readScript(command, { holeAt: holeAt(isSecret) });
    return problem === null && isFlat(list);
  } catch (error) {
    if (error instanceof TooMuchToRead) return false;
    throw error;
  }
}

const isFlat = ({ items }: List): boolean =>
  items.every(
    ({ pipeline, operator }) =>
      operator !== '&' && pipeline.commands.every((each) => each.kind === 'simple' && isPlainCommand(each)),
  );

function isPlainCommand({ assignments, words: said, redirections }: SimpleCommand): boolean {
  if (!assignments.every(({ name, value }) => isCredential(name) && isLiteral(value))) return false;
  if (!redirections.every(isQuiet) || !said.every(({ parts }) => isLiteral(parts))) return false;
  const names = said.map((word) => fixedText(word) ?? '');
  const first = names.findIndex((name) => !IN_FRONT.has(name) && !/^(?:-n|-?\d+[smh]?)$/.test(name));
  const program = names[first] ?? '';
  if (![OUTSIDE, FILTERS, PLAIN, OF_FILES].some((known) => known.has(program))) return false;
  return (
    !/^(?:[gm]?awk|sed)$/.test(program) ||
    names.slice(first + 1).every((name) => /^-[nEF].?$/.test(name) || PICKS.test(name))
  );
}

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
