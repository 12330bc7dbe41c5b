/**
 * The system calls that a sandboxed command cannot make, as a program for the kernel (seccomp).
 *
 * Read-only mounts do not stop a `connect` to a socket in a folder, nor do namespaces stop every kind of socket. So only
 * Internet sockets (there is no network to use them on) and netlink can be made; without namespaces, netlink alone. What
 * could undo the sandbox, or what escapes filters (io_uring), is refused too.
 */
import type { Processor } from './mechanism.ts';
import { CALLS } from './perl-steps.ts';
import { refusedCalls } from './refused-calls.ts';

const ARCHITECTURE = { x86_64: 0xc000003e, aarch64: 0xc00000b7 } as const;
const SOCKET = { x86_64: 41, aarch64: 198 } as const;
const SOCKETPAIR = { x86_64: 53, aarch64: 199 } as const;
const CLONE = { x86_64: 56, aarch64: 220 } as const;
const IOCTL = { x86_64: 16, aarch64: 29 } as const;
const FCNTL = { x86_64: 72, aarch64: 25 } as const;
const CLONE3 = 435;
/** The second set of calls of x86_64 processors (x32) has numbers from here on. */
const X32 = 0x40000000;

const EPERM = 1;
const ENOSYS = 38;
const EAFNOSUPPORT = 97;
const AF_NETLINK = 16;
/** AF_INET, AF_INET6, AF_NETLINK. */
const SOCKET_FAMILIES = [2, 10, AF_NETLINK];
/** NETLINK_ROUTE and NETLINK_SOCK_DIAG: addresses, routes, open ports. */
const NETLINK_QUESTIONS = [0, 4];
/** SOCK_STREAM and SOCK_SEQPACKET. The end of another kind of pair could be connected to another process. */
const PAIR_KINDS = [1, 5];
/** CLONE_NEWNS, NEWCGROUP, NEWUTS, NEWIPC, NEWUSER, NEWPID, NEWNET. */
const NEW_NAMESPACES = 0x7e020000;
/** TIOCSTI and TIOCLINUX: typing on a terminal. */
const TYPING = [0x5412, 0x541c];
/**
 * A lock or a lease needs no more than a file that is open for reading, and holds up those outside who write to it. So
 * none can be had: F_SETLEASE fails, as `flock` does. F_SETLK, F_SETLKW and their OFD forms succeed and lock nothing:
 * `who`, `rpm` and `sqlite3` ask for a lock before they read, and would show nothing without one. F_SET_RW_HINT and
 * F_SET_FILE_RW_HINT are kept with the file.
 */
const LOCKS = { refused: [1024, 1036, 1038], ignored: [6, 7, 37, 38] } as const;
/**
 * What programs ask of a file or a terminal: TCGETS, TIOCGPGRP, TIOCGWINSZ, FIONREAD, FIONBIO, FIONCLEX, FIOCLEX,
 * FS_IOC_GETFLAGS. Other requests change a file that is open for reading (`chattr`).
 */
const QUESTIONS = [0x5401, 0x540f, 0x5413, 0x541b, 0x5421, 0x5450, 0x5451, 0x80086601];

type Instruction = readonly [code: number, jumpTrue: number, jumpFalse: number, operand: number];

const load = (offset: number): Instruction => [0x20, 0, 0, offset];
const answer = (value: number): Instruction => [0x06, 0, 0, value];
const fail = (errno: number): Instruction => answer(0x00050000 | errno);
const ALLOW = answer(0x7fff0000);
const NUMBER = 0;
const ARCH = 4;
const argument = (index: number): number => 16 + 8 * index;

/**
 * The filter as the kernel takes it, eight bytes for each instruction. Without namespaces of its own, a command is kept
 * from more: from changing files in ways that no rule on paths covers, and from other processes.
 */
export function systemCallFilter(processor: Processor, { namespaces } = { namespaces: true }): Buffer {
  const numbers = refusedCalls(processor, { namespaces });
  const refused: Instruction[] = numbers.map((number, index) => [0x15, numbers.length - index, 0, number]);
  const sockets = namespaces
    ? [load(argument(0)), ...oneOf(SOCKET_FAMILIES), fail(EAFNOSUPPORT)]
    : [load(argument(0)), ...onlyIf(AF_NETLINK), load(argument(2)), ...oneOf(NETLINK_QUESTIONS), fail(EAFNOSUPPORT)];
  const requests = namespaces ? [...noneOf(TYPING), ALLOW] : [...oneOf(QUESTIONS), fail(EPERM)];
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
    ...only(SOCKET[processor], sockets),
    ...only(SOCKETPAIR[processor], [load(argument(1)), [0x54, 0, 0, 0xf], ...oneOf(PAIR_KINDS), fail(EPERM)]),
    ...only(CLONE[processor], [load(argument(0)), [0x45, 0, 1, NEW_NAMESPACES], fail(EPERM), ALLOW]),
    ...only(IOCTL[processor], [load(argument(1)), ...requests]),
    ...only(FCNTL[processor], [
      load(argument(1)),
      ...noneOf(LOCKS.refused),
      ...LOCKS.ignored.flatMap((command): Instruction[] => [[0x15, 0, 1, command], fail(0)]),
      ALLOW,
    ]),
    // The limits of another process.
    ...(namespaces ? [] : only(CALLS[processor].prlimit, [load(argument(0)), ...oneOf([0]), fail(EPERM)])),
    ALLOW,
  ]);
}

/**
 * `kill` and the like, each with the place of the signal among its arguments; and `fcntl`, which can name one
 * (F_SETSIG).
 */
const SIGNALLING = {
  x86_64: { calls: { 62: 1, 200: 1, 234: 2, 129: 1, 297: 2, 424: 1 }, fcntl: [FCNTL.x86_64] },
  aarch64: { calls: { 129: 1, 130: 1, 131: 2, 138: 1, 240: 2, 424: 1 }, fcntl: [FCNTL.aarch64] },
  /** Programs of 32 bits on either of them. */
  narrow: { calls: { 37: 1, 238: 1, 268: 2, 270: 2, 178: 1, 335: 2, 363: 2, 424: 1 }, fcntl: [55, 221] },
} as const;
const SIGUSR1 = 10;
const F_SETSIG = 10;

/**
 * No command sends SIGUSR1: at that signal every program that runs on Node opens its debugger to any client. A command
 * could have one outside of its namespace do anything, if it belongs to the same user.
 */
export function noDebuggerFilter(processor: Processor): Buffer {
  const narrow = signalling(SIGNALLING.narrow);
  return encode([
    load(ARCH),
    [0x15, narrow.length, 0, ARCHITECTURE[processor]],
    ...narrow,
    load(NUMBER),
    [0x35, 0, 1, X32],
    fail(EPERM),
    ...signalling(SIGNALLING[processor]),
  ]);
}

function signalling({ calls, fcntl }: (typeof SIGNALLING)[keyof typeof SIGNALLING]): Instruction[] {
  const sent = Object.entries(calls).flatMap(([number, place]) =>
    only(Number(number), [load(argument(place)), ...noneOf([SIGUSR1]), ALLOW]),
  );
  // Skips to the last instruction unless it is about a signal.
  const named: Instruction[] = [
    load(argument(1)),
    [0x15, 0, 3, F_SETSIG],
    load(argument(2)),
    ...noneOf([SIGUSR1]),
    ALLOW,
  ];
  return [load(NUMBER), ...sent, ...fcntl.flatMap((number) => only(number, named)), ALLOW];
}

/** The block ends the program for this call; other calls skip it. */
const only = (number: number, block: readonly Instruction[]): Instruction[] => [
  [0x15, 0, block.length, number],
  ...block,
];
const onlyIf = (value: number): Instruction[] => [[0x15, 1, 0, value], fail(EAFNOSUPPORT)];
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
