/** Where secrets lie, and what must not be lost. `*` stands for a piece of a name, `**` for any folders. */

import { PRIVATE_FILES, PRIVATE_IN_HOMES, PRIVATE_PLACES } from '@synapse/contract';
import { ANY, STAR } from './pattern.ts';

const asPattern = (glob: string): string => glob.replaceAll('**', ANY).replaceAll('*', STAR);
/** A folder stands for all in it. */
const withAllBelow = (places: readonly string[]): string[] => places.flatMap((place) => [place, `${place}/**`]);

/** Names of private files, wherever they lie. */
export const NAMES: readonly string[] = PRIVATE_FILES.filter((glob) => !glob.includes('/')).map(asPattern);

/** Endings of such names. */
export const ENDINGS: readonly string[] = PRIVATE_FILES.filter((glob) => /^\*\.\w+$/.test(glob)).map((glob) =>
  glob.slice(1),
);

/** What a sandbox need not hide: the kernel keeps it closed there, or shows another one. */
const OF_THE_KERNEL: readonly string[] = [
  ...['environ', 'mem', 'auxv', 'task/*/environ', 'task/*/mem', 'root/**', 'cwd/**', 'fd/**', 'map_files/**'].map(
    (name) => `/proc/*/${name}`,
  ),
  ...['/proc/kcore', '/proc/kmsg', '/dev/fd/../**', '/dev/mem', '/dev/kmem', '/dev/port', '/dev/input/**'],
  ...['sd*', 'nvme*', 'vd*', 'xvd*', 'hd*', 'mmcblk*', 'mapper/**', 'dm-*', 'disk/**', 'md*'].map(
    (name) => `/dev/${name}`,
  ),
  ...['/sys/kernel/debug/**', '/sys/kernel/tracing/**', '/sys/firmware/efi/efivars/**'],
];

const WITH_A_DOT = PRIVATE_IN_HOMES.filter((place) => place.startsWith('.')).map((place) => `**/${place}`);

/** Places that hold secrets whatever the names there are. */
export const SENSITIVE: readonly string[] = [...withAllBelow([...PRIVATE_PLACES, ...WITH_A_DOT]), ...OF_THE_KERNEL].map(
  asPattern,
);

/** Folders whose files are private but for those that `isOpenFile` knows. */
export const FOLDERS: readonly string[] = PRIVATE_FILES.filter((glob) => /^\..*\//.test(glob)).map((glob) =>
  asPattern(`**/${glob}`),
);

/** In a home alone, where a pattern that finds whatever is there does not name them. */
export function isInHome(path: string): boolean {
  const below = /^(?:\/root|\/(?:home|Users)\/[^/]+|\uE004)\/([^/]+)/.exec(path)?.[1];
  return below !== undefined && WITHOUT_A_DOT.includes(below);
}
const WITHOUT_A_DOT = PRIVATE_IN_HOMES.filter((place) => !place.startsWith('.'));

/** Without these the machine, or all that a person has on it, is gone. */
export const PROTECTED: readonly string[] = [
  '/',
  '/bin',
  '/boot',
  '/dev',
  '/etc',
  '/home',
  '/lib',
  '/lib32',
  '/lib64',
  '/opt',
  '/proc',
  '/root',
  '/run',
  '/sbin',
  '/srv',
  '/sys',
  '/usr',
  '/var',
  '/Users',
  '/System',
  '/Library',
  '/Applications',
  '/home/*',
  '/Users/*',
  '/usr/bin',
  '/usr/sbin',
  '/usr/lib',
  '/usr/lib64',
  '/usr/local',
  '/usr/share',
  '/var/lib',
  '/boot/efi',
  '/boot/grub',
  '/lib/modules',
  '/etc/ssh',
  '/etc/systemd',
  '/etc/pam.d',
  '/var/lib/dpkg',
  '/var/lib/docker',
].map(asPattern);
