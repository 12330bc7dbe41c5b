/**
 * The system calls that a sandboxed command cannot make, as a program for the kernel (seccomp).
 *
 * Read-only mounts do not stop a `connect` to a socket in a folder, nor do namespaces stop every kind of socket. So only
 * Internet sockets (there is no network to use them on) and netlink can be made. What could undo the sandbox, or what
 * escapes filters (io_uring), is refused too.
 */
import type { Processor } from './mechanism.ts';

/** Name → number on x86_64, number on aarch64. Null: does not exist there. */
const REFUSED: Readonly<Record<string, readonly [number | null, number | null]>> = {
  ptrace: [101, 117],
  process_vm_readv: [310, 270],
  process_vm_writev: [311, 271],
  process_madvise: [440, 440],
  kcmp: [312, 272],
  pidfd_getfd: [438, 438],
  pidfd_send_signal: [424, 424],
  mount: [165, 40],
  umount2: [166, 39],
  pivot_root: [155, 41],
  chroot: [161, 51],
  open_tree: [428, 428],
  move_mount: [429, 429],
  fsopen: [430, 430],
  fsconfig: [431, 431],
  fsmount: [432, 432],
  fspick: [433, 433],
  mount_setattr: [442, 442],
  setns: [308, 268],
  unshare: [272, 97],
  open_by_handle_at: [304, 265],
  io_uring_setup: [425, 425],
  io_uring_enter: [426, 426],
  io_uring_register: [427, 427],
  add_key: [248, 217],
  request_key: [249, 218],
  keyctl: [250, 219],
  bpf: [321, 280],
  perf_event_open: [298, 241],
  userfaultfd: [323, 282],
  fanotify_init: [300, 262],
  kexec_load: [246, 104],
  kexec_file_load: [320, 294],
  init_module: [175, 105],
  finit_module: [313, 273],
  delete_module: [176, 106],
  reboot: [169, 142],
  swapon: [167, 224],
  swapoff: [168, 225],
  acct: [163, 89],
  quotactl: [179, 60],
  quotactl_fd: [443, 443],
  settimeofday: [164, 170],
  clock_settime: [227, 112],
  clock_adjtime: [305, 266],
  adjtimex: [159, 171],
  vhangup: [153, 58],
  flock: [73, 32],
  iopl: [172, null],
  ioperm: [173, null],
  modify_ldt: [154, null],
};

const ARCHITECTURE = { x86_64: 0xc000003e, aarch64: 0xc00000b7 } as const;
const SOCKET = { x86_64: 41, aarch64: 198 } as const;
const SOCKETPAIR = { x86_64: 53, aarch64: 199 } as const;
const CLONE = { x86_64: 56, aarch64: 220 } as const;
const IOCTL = { x86_64: 16, aarch64: 29 } as const;
const CLONE3 = 435;
/** The second set of calls of x86_64 processors (x32) has numbers from here on. */
const X32 = 0x40000000;

const EPERM = 1;
const ENOSYS = 38;
const EAFNOSUPPORT = 97;
/** AF_INET, AF_INET6, AF_NETLINK. */
const SOCKET_FAMILIES = [2, 10, 16];
/** SOCK_STREAM and SOCK_SEQPACKET. The end of another kind of pair could be connected to somebody else. */
const PAIR_KINDS = [1, 5];
/** CLONE_NEWNS, NEWCGROUP, NEWUTS, NEWIPC, NEWUSER, NEWPID, NEWNET. */
const NEW_NAMESPACES = 0x7e020000;
/** TIOCSTI and TIOCLINUX: typing on a terminal. */
const TYPING = [0x5412, 0x541c];

type Instruction = readonly [code: number, jumpTrue: number, jumpFalse: number, operand: number];

const load = (offset: number): Instruction => [0x20, 0, 0, offset];
const answer = (value: number): Instruction => [0x06, 0, 0, value];
const fail = (errno: number): Instruction => answer(0x00050000 | errno);
const ALLOW = answer(0x7fff0000);
const NUMBER = 0;
const ARCH = 4;
const argument = (index: number): number => 16 + 8 * index;

/** The filter as the kernel takes it, eight bytes for each instruction. */
export function systemCallFilter(processor: Processor): Buffer {
  const column = processor === 'x86_64' ? 0 : 1;
  const numbers = Object.values(REFUSED).flatMap((row) => row[column] ?? []);
  const refused: Instruction[] = numbers.map((number, index) => [0x15, numbers.length - index, 0, number]);
  return encode([
    load(ARCH),
    [0x15, 1, 0, ARCHITECTURE[processor]],
    fail(EPERM),
    load(NUMBER),
    [0x35, 0, 1, X32],
    fail(EPERM),
    ...refused,
    [0x05, 0, 0, 1],
    fail(EPERM),
    ...only(CLONE3, [fail(ENOSYS)]),
    ...only(SOCKET[processor], [load(argument(0)), ...oneOf(SOCKET_FAMILIES), fail(EAFNOSUPPORT)]),
    ...only(SOCKETPAIR[processor], [load(argument(1)), [0x54, 0, 0, 0xf], ...oneOf(PAIR_KINDS), fail(EPERM)]),
    ...only(CLONE[processor], [load(argument(0)), [0x45, 0, 1, NEW_NAMESPACES], fail(EPERM), ALLOW]),
    ...only(IOCTL[processor], [load(argument(1)), ...noneOf(TYPING), ALLOW]),
    ALLOW,
  ]);
}

/** The block ends the program for this call; other calls skip it. */
const only = (number: number, block: readonly Instruction[]): Instruction[] => [
  [0x15, 0, block.length, number],
  ...block,
];
const oneOf = (values: readonly number[]): Instruction[] => values.flatMap((value) => [[0x15, 0, 1, value], ALLOW]);
const noneOf = (values: readonly number[]): Instruction[] =>
  values.flatMap((value) => [[0x15, 0, 1, value], fail(EPERM)]);

function encode(program: readonly Instruction[]): Buffer {
  const bytes = Buffer.alloc(program.length * 8);
  for (const [index, [code, jumpTrue, jumpFalse, operand]] of program.entries()) {
    bytes.writeUInt16LE(code, index * 8);
    bytes.writeUInt8(jumpTrue, index * 8 + 2);
    bytes.writeUInt8(jumpFalse, index * 8 + 3);
    bytes.writeUInt32LE(operand, index * 8 + 4);
  }
  return bytes;
}
