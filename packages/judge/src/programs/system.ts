/** What the machine is and does: processes, memory, time, users. */
import { textOf } from '../arg.ts';
import { byOperands, having, opaque } from '../judge-program.ts';
import { NUMBER } from '../pattern.ts';
import type { Call, Program, ReadArgs } from '../program.ts';
import type { Finding } from '../walk/frame.ts';
import { catastrophe } from './files.ts';
import { many, TELLS } from './shared.ts';

const number = { output: { text: null, lines: [NUMBER], secrets: [] } };

/** An operand that is no format sets the clock. */
function date(read: ReadArgs, call: Call): Finding {
  const odd = read.operands.find((arg) => !arg.pattern.startsWith('+'));
  if (odd !== undefined || read.given.has('s') || read.given.has('set')) return having(call, 'change');
  const finding = byOperands({ operands: 'text' }, read, call);
  return read.operands.length === 1 && textOf(read.operands[0]) === '+%s' ? { ...finding, ...number } : finding;
}

/** `e` (but `-e`), `-E`, `environ`: what processes have in their environment. */
function ps(_read: ReadArgs, call: Call): Finding {
  const words = call.args.map(textOf);
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at]!;
    if (word === null) return opaque(call, 'unknown_argument');
    if (/^(?:--sort|-\w*o|o|-O|k|--format|--pid|--ppid|-[puUCgGt]|--user|--cols|--width)$/.test(word)) {
      const value = words[at + 1];
      if (value === null) return opaque(call, 'unknown_argument');
      if (/env/.test(value ?? '')) return having(call, 'read', 'sensitive');
      at += 1;
    } else if (/environ/.test(word) || (/^[a-zA-Z]*$/.test(word) && word.includes('e')) || /^-[a-zA-Z]*E/.test(word))
      return having(call, 'read', 'sensitive');
    // With a letter that is no option behind a dash, or a user that there is not, all of them are read as without one.
    else if (/^-[a-zA-Z]*e/.test(word) && /[axugUGtp]/.test(word)) return having(call, 'read', 'sensitive');
    else if (!PS_WORD.test(word)) return opaque(call, 'unknown_option', word);
  }
  return having(call, 'read');
}
const PS_WORD =
  /^(?:[aAxuUfwhjlLmrsTvSXHcn]+|[aufxwjl]*o[a-z%,=]*|-[aAdefFHjlLMNTVwWxXyZcOPp0-9]+o?|-(?:o|O|p|u|U|C|g|G|t)[\w%,=.@-]*|--(?:no-headers|no-heading|headers|forest|help|version|deselect|sort=[\w%,+-]+|pid=[\d,]+|ppid=[\d,]+|user=[\w,]+|format=[\w%,=]+|cols=\d+|width=\d+)|\d+(?:,\d+)*|[\w%+-]+(?:,[\w%+-]+)+)$/;

/** Anything but `-b` waits for keys. */
function top(read: ReadArgs, call: Call): Finding {
  return read.given.has('b') || read.given.has('l') ? having(call, 'read') : opaque(call, 'unexpected_argument', 'top');
}

function hostname(read: ReadArgs, call: Call): Finding {
  return read.operands.length > 0 ? having(call, 'change') : having(call, 'read');
}

function sysctl(read: ReadArgs, call: Call): Finding {
  const writes =
    read.given.has('w') ||
    read.given.has('write') ||
    read.operands.some((arg) => !/^[\w-]+(?:[./][\w-]+)*$/.test(arg.pattern));
  return writes ? having(call, 'change') : having(call, 'read');
}

/** All processes, or the first one. */
function kill(_read: ReadArgs, call: Call): Finding {
  const texts = call.args.map((arg) => textOf(arg) ?? '?');
  if (texts[0] === '-l' || texts[0] === '-L') return having(call, 'read');
  const targets = texts.filter((text, at) => !(at === 0 && /^-(?!1$)/.test(text)) && !/^(?:-s|--)$/.test(text));
  const finding = having(call, 'change');
  if (
    targets
      .slice(texts.length === 1 ? 0 : 0)
      .some((text, at) => (text === '-1' && (at > 0 || texts.length > 1)) || text === '1')
  ) {
    return catastrophe(call, finding);
  }
  return finding;
}

const STOPS: Program = { operands: 'text', words: /^-/, does: ['change', 'catastrophe'] };

function shutdown(_read: ReadArgs, call: Call): Finding {
  const only = call.args.length === 1 ? textOf(call.args[0]) : null;
  if (only === '-c' || only === '--help') return having(call, 'change');
  return having(call, 'change', 'catastrophe');
}

export const SYSTEM: Readonly<Record<string, Program>> = {
  true: { operands: 'text' },
  false: { operands: 'text' },
  sleep: { operands: 'text' },
  date: {
    short: 'uR I? d= r= s= f<',
    long: 'utc universal date= iso-8601? rfc-3339= rfc-email rfc-2822 reference= set= file<',
    operands: 'text',
    judge: date,
  },
  cal: { short: '13jmsyYwhNVbC A= B= n= S', operands: 'text' },
  ncal: { short: '13jmsyYwhNVbC A= B=', operands: 'text' },
  id: {
    short: 'agGnruzZ',
    long: 'group groups name real user zero',
    operands: 'text',
    judge: (read, call) =>
      read.given.has('u') && !read.given.has('n') ? { ...having(call, 'read'), ...number } : undefined,
  },
  whoami: { long: 'version help' },
  groups: { operands: 'text' },
  logname: {},
  tty: { short: 's' },
  who: { short: 'abdHlmpqrstTuw', long: 'all boot count heading lookup mesg', operands: 'text' },
  w: { short: 'hsfiou', operands: 'text' },
  users: {},
  last: {
    short: 'adFiRwx0123456789 n= s= t= p= f<',
    long: 'hostlast dns fulltimes fullnames nohostname system limit= since= until= present= time-format=',
    operands: 'text',
  },
  lastb: { short: 'adFiwx0123456789 n=', operands: 'text' },
  lastlog: { short: 'b= t= u=', long: 'before= time= user=' },
  uname: {
    short: 'asnrvmpio',
    long: 'all kernel-name nodename kernel-release kernel-version machine processor hardware-platform operating-system',
  },
  arch: {},
  sensors: { short: 'fAuj', long: 'fahrenheit no-adapter version help', operands: 'text' },
  'nvidia-smi': {
    short: 'Lqx i= d= l=',
    long: 'list-gpus query query-gpu= query-compute-apps= format= id= display= help',
    sub: { '': {}, topo: { short: 'm', long: 'matrix' } },
  },
  jps: { short: 'qmlvV', operands: 'none' },
  jstack: { short: 'l', operands: 'text' },
  nproc: { long: 'all ignore=', judge: (_read, call) => ({ ...having(call, 'read'), ...number }) },
  uptime: { short: 'psV', long: 'pretty since version' },
  free: {
    short: 'bkmghtwlv s= c=',
    long: 'bytes kilo mega giga kibi mebi gibi tebi human total wide lohi si seconds= count= committed',
  },
  vmstat: {
    short: 'afmnswtDd S= p=',
    long: 'active forks slabs one-header stats disk disk-sum timestamp wide unit=',
    operands: /^\d+$/,
  },
  iostat: { short: 'cdhkmNtxyz j= p= g= o=', long: 'human pretty dec=', operands: 'text' },
  pidstat: { short: 'dhIlrRstuvw p= C= G= T= U=', operands: /^\d+$/ },
  sar: { short: 'AbBdFhHqrRSuvwWy n= P= s= e= i=', operands: /^\d+$/ },
  hostname: {
    short: 'aAdfiIsy',
    long: 'alias all-fqdns domain fqdn long ip-address all-ip-addresses short',
    operands: 'text',
    judge: hostname,
  },
  hostid: {},
  dnsdomainname: {},
  lscpu: {
    short: 'abBcJpsxye',
    long: 'all online offline json parse? extended? bytes caches? hex physical',
  },
  lsmod: {},
  ...many('lsmem lsns lsipc ipcs modinfo mpstat lsusb pwdx', TELLS),
  numactl: { short: 'Hs', long: 'hardware show' },
  // `-q` asks a server and keeps the answer, `-M` probes the bus.
  lspci: { short: 'vnkxtmDbP d= s= i<', operands: 'none' },
  dmidecode: { short: 'q t= s=', long: 'type= string= quiet' },
  lshw: {
    short: 'C= c=',
    long: 'short businfo html json xml',
    words: /^-(?:short|businfo|json|html|xml|quiet|sanitize|numeric|class)$/,
    operands: /^\w+$/,
  },
  dmesg: {
    short: 'HkLPrTtuxwWeJpd f= l= s= n=',
    long: 'human kernel color? decode nopager raw ctime notime userspace facility= level= since= until= time-format= follow follow-new json show-delta reltime',
    judge: (read, call) => (read.given.has('n') ? having(call, 'change') : undefined),
  },
  ps: { operands: 'text', words: /^-/, judge: ps },
  pstree: {
    short: 'aAcClGhHnNpsStTuUZgk H= N=',
    long: 'arguments compact-not show-pids show-parents uid-changes long',
    operands: 'text',
  },
  pgrep: {
    short: 'acflLnovwxiFV d= g= G= P= s= t= u= U= r= F<',
    long: 'count list-name list-full newest oldest inverse exact full ignore-case parent= user= euid= uid= group= session= terminal= delimiter= runstates=',
    operands: 'text',
  },
  pidof: { short: 'csxq o= S=', operands: 'text' },
  pmap: { short: 'dqxXp A= r=', operands: /^\d+$/ },
  top: { short: 'bcHiSs1 d= n= p= u= U= o= w? l= e= E=', operands: 'none', judge: top },
  lsof: {
    short: 'abCFhlnNoOPRsStTUVXwx c= d= g= i? p= u= +',
    words: /^(?:-s(?:TCP|UDP):[A-Za-z^,]+|-i[\w@:.,=/-]*|-[nP][\w@:.,]*|-t[ip]?|\+[dD])$/,
    operands: 'names',
  },
  fuser: {
    short: 'alvmnu46',
    operands: 'names',
    judge: (read, call) => (read.given.has('k') ? having(call, 'change') : undefined),
  },
  kill: { operands: 'text', words: /^-/, judge: kill },
  pkill: {
    short: 'fnovxielc0123456789 s= u= U= g= G= P= t=',
    words: /^-[A-Z0-9]+$/,
    operands: 'text',
    does: ['change'],
  },
  killall: { short: 'egIilqrvw s= u= n= o= y=', words: /^-[A-Z0-9]+$/, operands: 'text', does: ['change'] },
  renice: { short: 'n- p= g= u=', operands: 'text', does: ['change'] },
  sysctl: {
    short: 'aAbdeinNqw r=',
    long: 'all binary names values ignore pattern= write',
    operands: 'text',
    judge: sysctl,
  },
  getconf: { short: 'a v=', operands: 'text' },
  locale: { short: 'akcm', operands: 'text' },
  getent: { short: 'i s=', operands: 'text', judge: getent },
  printenv: { short: '0', operands: 'text', judge: printenv },
  tput: { operands: /^(?:cols|lines|colors|bold|sgr0|smul|rmul|setaf|setab|longname|\d+)$/ },
  stty: { short: 'a', operands: 'none' },
  reboot: STOPS,
  poweroff: STOPS,
  halt: STOPS,
  telinit: STOPS,
  init: STOPS,
  shutdown: { operands: 'text', words: /^-/, judge: shutdown },
  killall5: STOPS,
  kexec: STOPS,
};

/** Names of hosts are asked for elsewhere; `shadow` is never shown. */
function getent(read: ReadArgs, call: Call): Finding | undefined {
  const [database, key] = read.operands.map(textOf);
  if (database === null) return opaque(call, 'unknown_argument');
  if (/^g?shadow$/.test(database ?? '')) return having(call, 'read', 'sensitive');
  if (/^(?:hosts|ahosts|ahostsv4|ahostsv6|netgroup|networks)$/.test(database ?? '') && key !== undefined) {
    return key !== null && /^(?:localhost|127\.\d+\.\d+\.\d+|::1)$/.test(key) ? undefined : having(call, 'network');
  }
  return undefined;
}

/** Names that hold nothing private. */
function printenv(read: ReadArgs, call: Call): Finding {
  const plain =
    /^(?:HOME|PATH|PWD|USER|LOGNAME|SHELL|LANG|LC_\w+|TERM|TZ|HOSTNAME|EDITOR|PAGER|OLDPWD|SHLVL|DISPLAY|TMPDIR)$/;
  const known = read.operands.length > 0 && read.operands.every((arg) => plain.test(arg.pattern));
  return known ? having(call, 'read') : having(call, 'read', 'sensitive');
}
