/** Disks and file systems. */
import { textOf } from '../arg.ts';
import { having } from '../judge-program.ts';
import type { Call, Program, ReadArgs } from '../program.ts';
import type { Finding } from '../walk/frame.ts';
import { CHANGE, many } from './shared.ts';

const ERASES: Program = { operands: 'text', words: /^-/, does: ['change', 'catastrophe'] };
const shows = (long: string, short = ''): Program => ({ short, long, operands: 'names' });

/** Without a device and a place it lists what is mounted. */
function mount(read: ReadArgs, call: Call): Finding {
  const lists = read.operands.length === 0 && !['a', 'all', 'o'].some((name) => read.given.has(name));
  return lists ? having(call, 'read') : having(call, 'change', 'privileged');
}

const withOption =
  (...names: string[]) =>
  (read: ReadArgs, call: Call): Finding =>
    names.some((name) => read.given.has(name)) ? having(call, 'read') : having(call, 'change', 'catastrophe');

const LVM = shows(
  'all units= noheadings separator= options= segments binary nosuffix reportformat= maps verbose columns',
  'avcmsC o= O= S=',
);

export const DISKS: Readonly<Record<string, Program>> = {
  mount: {
    short: 'lvVa t= o= O=',
    long: 'show-labels version verbose types= options= all bind',
    operands: 'text',
    judge: mount,
  },
  umount: { ...CHANGE, does: ['change', 'privileged'] },
  findmnt: {
    short: 'abcdDefikJlmnPrRstuUvxA o= S= T= M= O= t= N= F=',
    long: 'all ascii json df list noheadings output= source= target= types= options= pairs raw real pseudo submounts uniq bytes fstab kernel verify mountpoint= tree',
    operands: 'text',
  },
  blkid: {
    short: 'kilpLU o= s= t= n= u=',
    long: 'list-filesystems label= uuid= output= match-tag= match-token= probe info',
    operands: 'names',
  },
  fdisk: {
    short: 'lx b= o= L?',
    long: 'list list-details output= color? bytes',
    operands: 'names',
    judge: withOption('l', 'x', 'list', 'list-details'),
  },
  sfdisk: {
    short: 'ldJF',
    long: 'list dump json list-free',
    operands: 'names',
    judge: withOption('l', 'd', 'list', 'dump', 'J', 'json', 'F', 'list-free'),
  },
  gdisk: { short: 'l', operands: 'names', judge: withOption('l') },
  // It opens what it is given for writing, even if it only prints.
  sgdisk: {
    short: 'p',
    long: 'print',
    operands: 'names',
    judge: (read, call) =>
      read.operands.every((arg) => arg.pattern.startsWith('/dev/'))
        ? withOption('p', 'print')(read, call)
        : having(call, 'change'),
  },
  parted: { short: 'lsm', long: 'list script machine', operands: 'text', judge: parted },
  wipefs: {
    short: 'aJfinpqb o= O= t=',
    long: 'all json no-act noheadings output= parsable',
    operands: 'text',
    judge: (read, call) =>
      ['a', 'all', 'o'].some((name) => read.given.has(name))
        ? having(call, 'change', 'catastrophe')
        : having(call, 'read'),
  },
  ...many(
    'mkfs mkfs.ext2 mkfs.ext3 mkfs.ext4 mkfs.xfs mkfs.btrfs mkfs.vfat mkfs.fat mkfs.ntfs mkfs.f2fs mke2fs mkswap mkdosfs blkdiscard badblocks',
    ERASES,
  ),
  cryptsetup: {
    sub: {
      status: shows(''),
      isLuks: shows('', 'v'),
      ...many('luksFormat erase luksErase reencrypt', ERASES),
      ...many('open close luksOpen luksClose luksAddKey luksRemoveKey luksKillSlot resize', CHANGE),
    },
  },
  mdadm: {
    short: 'DQEsv',
    long: 'detail query examine scan verbose',
    operands: 'names',
    judge: (read, call) =>
      having(
        call,
        ['D', 'Q', 'E', 'detail', 'query', 'examine'].some((name) => read.given.has(name)) ? 'read' : 'change',
      ),
  },
  ...many('lvs vgs pvs lvdisplay vgdisplay pvdisplay', LVM),
  ...many('lvcreate lvremove lvextend lvresize lvreduce vgcreate vgremove vgextend pvcreate pvremove pvmove', CHANGE),
  zpool: {
    sub: {
      ...many('status list get history iostat', shows('', 'vHpPTx o=')),
      destroy: ERASES,
      labelclear: ERASES,
      ...many('create add remove scrub import export attach detach replace clear set upgrade offline online', CHANGE),
    },
  },
  zfs: {
    sub: {
      ...many('list get', shows('', 'rHpd t= o= s= S=')),
      destroy: ERASES,
      ...many('create set snapshot rollback clone rename mount unmount send receive', CHANGE),
    },
  },
  btrfs: {
    sub: {
      ...many('filesystem fi', {
        sub: { ...many('show df usage du', shows('', 'hsbkmgt')), ...many('resize defragment label sync', CHANGE) },
      }),
      ...many('subvolume sub', {
        sub: { list: shows('', 'pacgutrsdo'), show: shows(''), ...many('create delete snapshot', CHANGE) },
      }),
      device: { sub: { stats: shows(''), ...many('add delete remove', CHANGE) } },
    },
  },
  swapon: {
    short: 's',
    long: 'show? summary noheadings raw bytes',
    operands: 'text',
    judge: (read, call) =>
      having(
        call,
        ['s', 'show', 'summary'].some((name) => read.given.has(name)) && read.operands.length === 0 ? 'read' : 'change',
      ),
  },
  swapoff: CHANGE,
  losetup: {
    short: 'alJn O= j=',
    long: 'all list json noheadings output= raw',
    operands: 'none',
    judge: (read, call) => having(call, read.operands.length === 0 ? 'read' : 'change'),
  },
  smartctl: {
    short: 'aiHAxcj l= d= n= q=',
    long: 'all info health attributes xall capabilities json? log= device= scan scan-open',
    operands: 'names',
    // `-l scterc,70,70` and `-l sataphy,reset` set what they are asked about.
    judge: (read, call) =>
      [...(read.given.get('l') ?? []), ...(read.given.get('log') ?? [])].every((arg) => /^\w+$/.test(arg.pattern))
        ? undefined
        : having(call, 'change'),
  },
  hdparm: { short: 'IigC', operands: 'names' },
  nvme: {
    sub: {
      list: shows('verbose output-format=', 'v o='),
      'smart-log': shows(''),
      'id-ctrl': shows(''),
      format: ERASES,
      sanitize: ERASES,
    },
  },
  tune2fs: {
    short: 'l',
    operands: 'names',
    judge: (read, call) => having(call, read.given.has('l') ? 'read' : 'change'),
  },
  dumpe2fs: { short: 'hbfix', operands: 'names' },
  e2fsck: CHANGE,
  fsck: CHANGE,
  xfs_info: shows(''),
  resize2fs: CHANGE,
  quota: { short: 'gsuvwpl', operands: 'text' },
  repquota: { short: 'agsuv', operands: 'text' },
  lsscsi: shows('', 'gdHilLstvw'),
  eject: CHANGE,
};

/** `parted /dev/x print` shows; other words write the table of the disk. */
function parted(read: ReadArgs, call: Call): Finding {
  const [, action, what, ...more] = read.operands.map(textOf);
  const prints = action === 'print' && more.length === 0 && /^(?:free|all|list|devices|\d+)$/.test(what ?? 'all');
  if (prints || (read.operands.length === 0 && (read.given.has('l') || read.given.has('list'))))
    return having(call, 'read');
  return having(call, 'change', 'catastrophe');
}
