/** Network tools: what they tell of this computer reads; what goes to another address is network. */
import { type Arg, textOf } from '../arg.ts';
import { byOperands, having, opaque } from '../judge-program.ts';
import type { Call, Program, ReadArgs } from '../program.ts';
import type { Finding } from '../walk/frame.ts';
import { curl, wget } from './http-clients.ts';
import { ssh } from './ssh.ts';

const HERE = /^(?:localhost|ip6-localhost|127\.\d{1,3}\.\d{1,3}\.\d{1,3}|::1)$/;

export const isHere = (arg: Arg | undefined): boolean => HERE.test(textOf(arg) ?? '');
const CHANGE: Program = { operands: 'text', words: /^-/, does: ['change'] };
const NETWORK: Program = { operands: 'text', words: /^[-+]/, does: ['network'] };
const SENDS: Program = { operands: 'text', words: /^[-+]/, does: ['change', 'network', 'opaque'] };

/** To this computer it is a test, to any other it is traffic. */
function ping(read: ReadArgs, call: Call): Finding {
  return read.operands.length === 1 && isHere(read.operands[0]) ? having(call, 'read') : having(call, 'network');
}

/** `-z` only tries whether someone answers. */
function nc(read: ReadArgs, call: Call): Finding {
  const here =
    read.given.has('z') &&
    isHere(read.operands[0]) &&
    read.operands.slice(1).every((arg) => /^[\d-]+$/.test(arg.pattern));
  return here ? having(call, 'read') : having(call, 'network');
}

const SHOWS = /^(?:show|list|lst|ls)$/;
const OBJECTS =
  /^(?:a|ad|add|addr|addre|addres|address|l|li|lin|link|r|ro|rou|rout|route|n|ne|nei|neig|neigh|neighbor|neighbour|ru|rul|rule|ma|maddr|maddress|netns|tunnel|tun|mroute|vrf|nexthop|token|ntable)$/;

/** What to do stands behind what to do it with; nothing there means to show. */
function ip(read: ReadArgs, call: Call): Finding {
  const [object, action, ...rest] = read.operands.map(textOf);
  if (object === undefined) return having(call, 'read');
  if (object === null || !OBJECTS.test(object)) return opaque(call, 'unknown_subcommand', object ?? '');
  if (action === undefined) return having(call, 'read');
  const shows = action !== null && (SHOWS.test(action) || (action === 'get' && /^r/.test(object)));
  if (shows && rest.every((word) => word !== null)) return having(call, 'read');
  // `ip netns exec` and `ip vrf exec` start a program.
  return /^(?:netns|vrf)$/.test(object) ? having(call, 'change', 'opaque') : having(call, 'change');
}

/** More than one name says what to set. */
const oneName = (read: ReadArgs, call: Call): Finding => having(call, read.operands.length > 1 ? 'change' : 'read');

/** Beside `-L` some other actions are carried out, too: `-Z` sets the counters back. */
function iptables(read: ReadArgs, call: Call): Finding {
  const lists = ['L', 'S', 'list', 'list-rules', 'V', 'version'].some((name) => read.given.has(name));
  const alone = [...read.given.keys()].every((name) =>
    /^(?:[LSVnvxwt]|list|list-rules|version|numeric|verbose|exact|line-numbers|table)$/.test(name),
  );
  return lists && alone ? having(call, 'read') : having(call, 'change');
}
const IPTABLES: Program = {
  short: 'nvxwSLVFXZ t= A= D= I= R= P= N= p= s= d= j= i= o= m= E=',
  long: 'list list-rules numeric verbose exact line-numbers table= version dport= sport= state= ctstate=',
  operands: 'text',
  judge: iptables,
};

const asks =
  (pattern: RegExp) =>
  (read: ReadArgs, call: Call): Finding => {
    const words = read.operands.map((arg) => textOf(arg) ?? '?').join(' ');
    return pattern.test(words) ? having(call, 'read') : having(call, 'change');
  };

/** Certificates are looked at; keys are not shown, and nothing is written. */
function openssl(_read: ReadArgs, call: Call): Finding {
  const [first, ...rest] = call.args;
  const name = textOf(first) ?? '';
  const words = rest.map((arg) => arg.pattern);
  if (name === 'version' && words.every((word) => /^-[avdopbrmfe]$/.test(word))) return having(call, 'read');
  if (name === 'ciphers' && words.every((word) => /^-(?:v|V|s|tls1_[23])$|^[A-Z][\w:!+@]*$/.test(word)))
    return having(call, 'read');
  if (name === 's_client') return openTls(words, call);
  const table = OPENSSL[name];
  if (table === undefined) return opaque(call, 'unknown_subcommand', name);
  const files: Arg[] = [];
  for (let at = 0; at < rest.length; at += 1) {
    const word = words[at]!;
    if (table.valued.test(word)) {
      at += 1;
      if (rest[at] !== undefined && /^-(?:in|CAfile|CApath|untrusted|trusted)$/.test(word)) files.push(rest[at]!);
    } else if (!word.startsWith('-') && table.files) files.push(rest[at]!);
    else if (!table.alone.test(word)) return opaque(call, 'unknown_option', word);
  }
  if (name === 'req' && !words.includes('-noout')) return opaque(call, 'unexpected_argument', name);
  return byOperands(
    { operands: 'names' },
    { given: new Map(), operands: files, shown: [], written: [], refused: null },
    call,
  );
}
const OPENSSL: Readonly<Record<string, { alone: RegExp; valued: RegExp; files?: true }>> = {
  x509: {
    alone:
      /^-(?:noout|text|dates|startdate|enddate|subject|issuer|serial|fingerprint|email|purpose|pubkey|modulus|hash|subject_hash|issuer_hash|sha1|sha256|sha512|md5|ocsp_uri|alias)$/,
    valued: /^-(?:in|inform|outform|checkend|nameopt|certopt|ext|checkhost|checkip)$/,
  },
  crl: { alone: /^-(?:noout|text|issuer|lastupdate|nextupdate|hash|fingerprint)$/, valued: /^-(?:in|inform)$/ },
  req: { alone: /^-(?:noout|text|subject|verify|modulus|pubkey)$/, valued: /^-(?:in|inform|nameopt)$/ },
  verify: {
    alone: /^-(?:verbose|show_chain|partial_chain)$/,
    valued: /^-(?:CAfile|CApath|untrusted|trusted|purpose)$/,
    files: true,
  },
  dgst: { alone: /^-(?:sha\d+|sha3-\d+|md5|hex|r|c)$/, valued: /^$/, files: true },
};

function openTls(words: readonly string[], call: Call): Finding {
  // Of two the last one counts.
  const targets = words.flatMap((word, at) => (word === '-connect' ? [words[at + 1] ?? ''] : []));
  const known = words.every(
    (word) =>
      /^-(?:connect|servername|showcerts|brief|quiet|tls1_[0-3]|alpn|verify_return_error)$/.test(word) ||
      !word.startsWith('-'),
  );
  if (!known) return opaque(call, 'unknown_option');
  const here = targets.every((target) => /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\]):\d+$/.test(target));
  return targets.length > 0 && here ? having(call, 'read') : having(call, 'network');
}

export const NETWORK_TOOLS: Readonly<Record<string, Program>> = {
  ping: { short: '46ADnqRrvbafLO c= i= I= l= M= m= p= s= S= t= T= w= W=', operands: 'text', judge: ping },
  ping6: { short: 'ADnqv c= i= I= s= w= W=', operands: 'text', judge: ping },
  traceroute: NETWORK,
  tracepath: NETWORK,
  mtr: NETWORK,
  dig: NETWORK,
  host: NETWORK,
  nslookup: NETWORK,
  whois: NETWORK,
  telnet: NETWORK,
  nmap: NETWORK,
  arping: NETWORK,
  nc: { short: 'zvnuw46dkltN w= p= s= i= q=', operands: 'text', judge: nc },
  ncat: { short: 'zvnu46l w= p=', operands: 'text', judge: nc },
  netcat: { short: 'zvnu46l w= p=', operands: 'text', judge: nc },
  socat: SENDS,
  tcpdump: { ...SENDS, does: ['sensitive', 'network', 'opaque'] },
  curl,
  wget,
  ssh,
  scp: SENDS,
  sftp: SENDS,
  rsync: SENDS,
  ftp: SENDS,
  'ssh-keyscan': NETWORK,
  'ssh-keygen': {
    short: 'lv f: E= F=',
    operands: 'none',
    judge: (read, call) => having(call, read.given.has('l') || read.given.has('F') ? 'read' : 'change'),
  },
  'ssh-add': {
    short: 'lL',
    operands: 'text',
    judge: (read, call) => having(call, read.given.size > 0 && read.operands.length === 0 ? 'read' : 'change'),
  },
  ip: {
    ordered: true,
    short: 'jpdsohNc4 6 0 f= n=',
    words:
      /^-(?:br|brief|4|6|j|json|p|pretty|s|stats|statistics|d|details|o|oneline|c|color|h|human|N|t|timestamp|f|family)$/,
    operands: 'text',
    judge: ip,
  },
  ss: {
    short: 'hVHOnralomepitdwuxs46bzTZEMSN f= A=',
    long: 'numeric all listening options memory processes info tcp udp raw unix ipv4 ipv6 summary no-header oneline extended family= query= version help',
    operands: 'text',
    judge: (read, call) => (read.refused === null ? having(call, 'read') : undefined),
  },
  netstat: {
    short: 'tulpnaresicgWvxow46NCFMb f= I=',
    long: 'tcp udp listening program numeric all route statistics interfaces extend continuous wide',
    operands: 'text',
  },
  ifconfig: { short: 'asv', operands: 'text', judge: oneName },
  route: {
    short: 'neCv46',
    operands: 'text',
    judge: (read, call) => having(call, read.operands.length > 0 ? 'change' : 'read'),
  },
  arp: { short: 'anevH i=', operands: 'text', judge: oneName },
  iwconfig: { operands: 'text', judge: oneName },
  ethtool: {
    short: 'iSkagcTlm',
    operands: 'text',
    judge: (read, call) => having(call, read.operands.length === 1 ? 'read' : 'change'),
  },
  iptables: IPTABLES,
  ip6tables: IPTABLES,
  'iptables-save': { short: 'c t=', long: 'counters table=' },
  // Its words are joined and read as a script, in which `;` and a line break begin the next command.
  nft: {
    short: 'anjs',
    operands: 'text',
    judge: asks(/^list (?:ruleset|tables|table|chains|chain|sets|set)(?: [\w.-]+)*$/),
  },
  ufw: { operands: 'text', judge: asks(/^(?:status(?: (?:verbose|numbered))?|version|app list)$/) },
  'firewall-cmd': {
    long: 'state list-all list-services list-ports list-all-zones get-default-zone get-active-zones get-zones zone= version',
    judge: (read, call) => (read.given.size > 0 ? having(call, 'read') : having(call, 'change')),
  },
  'fail2ban-client': { operands: 'text', judge: asks(/^(?:status(?: [\w-]+)?|ping|version)$/) },
  nmcli: {
    short: 'tp w= f= m= g= c=',
    operands: 'text',
    // `networking off`, `general reload`: a word behind the kind of thing may be what to do with it.
    judge: asks(
      /^(?:(?:general|g)(?: status)?|(?:networking|n)|(?:radio|r)(?: (?:all|wifi|wwan))?|(?:device|dev|d)(?: status| show(?: [\w.-]+)?)?|(?:connection|con|c)(?: show(?: [\w.-]+)?)?)?$/,
    ),
  },
  brctl: { operands: 'text', judge: asks(/^(?:show|showmacs|showstp)(?: [\w.-]+)?$/) },
  bridge: { operands: 'text', judge: asks(/^(?:link|fdb|mdb|vlan)(?: show)?$/) },
  openssl: { words: /^-/, operands: 'text', judge: openssl },
  gpg: {
    ...CHANGE,
    judge: (_read, call) =>
      call.args.length === 1 && textOf(call.args[0]) === '--version'
        ? having(call, 'read')
        : { ...having(call, 'change', 'sensitive'), effects: ['change', 'sensitive'] },
  },
};
