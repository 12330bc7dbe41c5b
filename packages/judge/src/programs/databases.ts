/** Clients of databases: a plain question to the server they are set up for reads. */
import { type Arg, fixedArg, textOf } from '../arg.ts';
import { having, opaque } from '../judge-program.ts';
import { ANY, display, isFixed } from '../pattern.ts';
import { isPlainSql } from '../plain-scripts.ts';
import type { Call, Program, ReadArgs } from '../program.ts';
import type { Finding } from '../walk/frame.ts';
import { isHere } from './network.ts';
import { CHANGE, CODE } from './shared.ts';

/** What psql itself understands: descriptions and lists, but of what is connected to elsewhere, by a password. */
const DESCRIBES =
  /^\s*\\(?:d(?:[tvmisn]{1,5}|f[anptw]?|[bCcDdFgLloOpTuxX]|ac|ao|Ac|Af|Ao|Ap|dp|Fd|Fp|Ft)?[S+]*|l[+]?|conninfo|z|sf|sv|encoding)(?:\s+[\w.*?"]+)?\s*$/;
const LISTS = /^\s*\.(?:tables|schema|databases|indexes|indices|fullschema|dbinfo|version|dump)(?:\s+[\w%.*]+)?\s*$/;

/** The worst of the texts, and where they are sent. */
function questions(call: Call, texts: readonly (string | null)[], hosts: readonly Arg[], own: RegExp): Finding {
  const reads = texts.every((text) => text !== null && (own.test(text) || isPlainSql(text)));
  const network = areHere(hosts) ? [] : (['network'] as const);
  if (!reads) return { ...opaque(call, 'runs_text'), effects: ['opaque', 'change', ...network] };
  return having(call, 'read', ...network);
}

/** Of several the last one counts: all of them must be this computer. */
const areHere = (hosts: readonly Arg[]): boolean =>
  hosts.every((host) => isHere(host) || textOf(host)?.startsWith('/') === true);

const values = (read: ReadArgs, ...names: string[]): readonly Arg[] =>
  names.flatMap((name) => read.given.get(name) ?? []);

function psql(read: ReadArgs, call: Call): Finding {
  const { given } = read;
  if (given.has('V') || given.has('version') || given.has('?') || given.has('help')) return having(call, 'read');
  const hosts = values(read, 'h', 'host');
  const texts = values(read, 'c', 'command').map(textOf);
  // An address may stand where the name of the database does.
  const databases = [...values(read, 'd', 'dbname'), ...read.operands];
  const named = databases.map(hostOfAddress);
  const odd = databases.find((arg, at) => named[at] === null && /:\/\/|=|\uE002/.test(arg.pattern));
  if (odd !== undefined)
    return { ...opaque(call, 'unexpected_argument', display(odd.pattern)), effects: ['network', 'opaque'] };
  if (texts.length === 0 && !given.has('l') && !given.has('list')) return opaque(call, 'runs_text');
  return questions(call, texts, [...hosts, ...named.filter((host) => host !== null)], DESCRIBES);
}

/** The server of `postgres://user:password@server/database`, in which nothing but the password may be a secret. */
function hostOfAddress(arg: Arg): Arg | null {
  const [, password = '', host] =
    /^postgres(?:ql)?:\/\/(?:[\w.-]+(?::([^@/:?]*))?@)?([\w.-]+)(?::\d+)?(?:\/[\w-]*)?(?:\?sslmode=[a-z-]+)?$/.exec(
      arg.pattern,
    ) ?? [];
  const known = isFixed(password) || (password === ANY && arg.secrets.length === 1);
  return host === undefined || !known ? null : fixedArg(host);
}

function mysql(read: ReadArgs, call: Call): Finding {
  if (read.given.has('V') || read.given.has('version')) return having(call, 'read');
  const texts = values(read, 'e', 'execute').map(textOf);
  // What is stored there is who may log in, and how.
  if ([...values(read, 'D', 'database'), ...read.operands].some((arg) => /^mysql$/i.test(arg.pattern)))
    return having(call, 'read', 'sensitive');
  return texts.length === 0 ? opaque(call, 'runs_text') : questions(call, texts, values(read, 'h', 'host'), /^$/);
}

/** Opening a database may write beside it, unless an option forbids it. */
function sqlite(read: ReadArgs, call: Call): Finding {
  if (read.given.has('-version')) return having(call, 'read');
  const [, ...texts] = read.operands;
  if (texts.length === 0) return opaque(call, 'runs_text');
  const finding = questions(call, texts.map(textOf), [], LISTS);
  if (read.given.has('-readonly') || finding.effects.includes('opaque')) return finding;
  return having(call, ...finding.effects, 'change');
}

const ASKS =
  /^(?:ping|info|get|mget|getrange|keys|scan|ttl|pttl|type|exists|dbsize|strlen|llen|lrange|lindex|hget|hmget|hgetall|hlen|hkeys|hvals|hexists|hscan|scard|smembers|sismember|sscan|zcard|zrange|zrevrange|zrangebyscore|zscore|zrank|zcount|zscan|xlen|xrange|xinfo|time|lastsave|role|bitcount|getbit|pfcount|randomkey|echo)$/i;
const ASKS_TWICE =
  /^(?:client (?:list|info|id|getname)|memory (?:usage|stats|doctor)|slowlog (?:get|len)|latency (?:latest|history|doctor)|object (?:encoding|idletime|refcount|freq)|cluster (?:info|nodes|slots)|command (?:count|info)|pubsub (?:channels|numsub))$/i;

function redis(read: ReadArgs, call: Call): Finding {
  if (read.given.has('v') || read.given.has('version')) return having(call, 'read');
  const words = read.operands.map(textOf);
  if (read.given.has('scan') && words.length === 0) words.push('scan');
  const known = words[0] !== null && (ASKS.test(words[0] ?? '') || ASKS_TWICE.test(`${words[0]} ${words[1]}`));
  // Another service there would take its words for commands.
  const isRedis = values(read, 'p').every((arg) => /^(?:63[78]\d|70\d\d|1?6379|26379)$/.test(arg.pattern));
  const network = areHere(values(read, 'h')) && isRedis ? [] : (['network'] as const);
  if (known) return having(call, 'read', ...network);
  return words.length === 0 ? opaque(call, 'runs_text') : having(call, 'change', ...network);
}

const versionOnly: Program = {
  words: /^-/,
  operands: 'text',
  judge: (_read, call) =>
    call.args.length === 1 && /^(?:--version|-V)$/.test(textOf(call.args[0]) ?? '')
      ? having(call, 'read')
      : { ...opaque(call, 'runs_code'), effects: ['change', 'opaque'] },
};

const MYSQL: Program = {
  short: 'NBtsrvEVHA e= u= h= P= D= S= p?',
  long: 'version execute= user= host= port= database= socket= batch table silent raw vertical skip-column-names no-auto-rehash password? protocol=',
  operands: 'text',
  judge: mysql,
};

export const DATABASES: Readonly<Record<string, Program>> = {
  psql: {
    short: 'ltAqxXwnV1a c= d= U= h= p= F= R= P= v=',
    long: 'version list command= dbname= username= host= port= tuples-only no-align quiet expanded no-psqlrc no-password csv html field-separator= help pset= set=',
    operands: 'text',
    judge: psql,
  },
  mysql: MYSQL,
  mariadb: MYSQL,
  sqlite3: {
    words:
      /^--?(?:readonly|header|noheader|column|csv|json|line|list|box|table|markdown|html|quote|tabs|batch|bail|version|separator)$/,
    operands: 'text',
    judge: (read, call) =>
      sqlite(
        { ...read, given: new Map([...read.given].map(([name, value]) => [name.replace(/^--/, '-'), value])) },
        call,
      ),
  },
  'redis-cli': {
    ordered: true,
    short: 'vc n= p= h= a= r= i= d= 3',
    long: 'raw no-raw csv version no-auth-warning json quoted-input scan pattern= count=',
    operands: 'text',
    judge: redis,
  },
  mongosh: versionOnly,
  mongo: versionOnly,
  pg_isready: {
    short: 'qV d= h= p= U= t=',
    long: 'quiet version dbname= host= port= username= timeout=',
    judge: (read, call) => {
      const named = values(read, 'd', 'dbname').some((arg) => /:\/\/|=|\uE002/.test(arg.pattern));
      return areHere(values(read, 'h', 'host')) && !named ? undefined : having(call, 'network');
    },
  },
  mysqladmin: {
    short: 'u= h= p? P= S=',
    long: 'user= host= password? port=',
    operands: 'text',
    judge: (read, call) =>
      read.operands.every((arg) => /^(?:status|ping|version|processlist|variables|extended-status)$/.test(arg.pattern))
        ? having(call, 'read', ...(areHere(values(read, 'h', 'host')) ? [] : (['network'] as const)))
        : having(call, 'change'),
  },
  pg_dump: { ...CHANGE, does: ['read', 'sensitive', 'opaque'] },
  pg_dumpall: { ...CHANGE, does: ['read', 'sensitive', 'opaque'] },
  mysqldump: { ...CHANGE, does: ['read', 'sensitive', 'opaque'] },
  mongodump: { ...CHANGE, does: ['change', 'sensitive'] },
  pg_restore: CODE,
  createdb: CHANGE,
  dropdb: CHANGE,
  createuser: CHANGE,
  dropuser: CHANGE,
};
