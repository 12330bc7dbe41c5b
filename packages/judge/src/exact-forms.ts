/**
 * The words that programs may have where nothing but the text says that they read: outside of a sandbox. Short lists of
 * what is allowed; any other word is asked about.
 */

interface FilterForm {
  /** Options that take nothing, or have it in the same word. */
  readonly flags?: RegExp;
  /** Options whose value is the next word. */
  readonly valued?: RegExp;
  /** How many further words there may be; none of them is a file. */
  readonly operands?: number;
  /** What such a word may be. */
  readonly operand?: RegExp;
}

const GREP: FilterForm = {
  flags:
    /^-(?:[ivcnowxsqhHEFPayz]+|[ABCm]\d+|\d+)$|^--(?:colou?r=\w+|line-buffered|ignore-case|invert-match|count|only-matching|max-count=\d+)$/,
  valued: /^-(?:[ivcnowxsqhEFP]*e|A|B|C|m)$/,
  operands: 1,
};

/** Scripts that pick lines or columns, and nothing else. */
const PICKS: FilterForm = {
  flags: /^-(?:[nE]|F.)$/,
  valued: /^-F$/,
  operands: 1,
  operand:
    /^(?:(?:\/[\w .:=@%-]*\/|NR ?[<>=!]=? ?\d+|\$\d+ ?[<>=!~]=? ?(?:\d+|"[\w.:-]*"))? ?(?:\{ ?print(?: \$(?:\d+|NF)(?: ?, ?\$(?:\d+|NF))*)? ?;? ?\})?|(?:\d+|\$)(?:,(?:\d+|\$))?[pdq]|s\/[\w .:,="-]*\/[\w .:,="-]*\/g?)$/,
};

const LINES: FilterForm = { flags: /^-(?:[nc]?[+-]?\d+[kKmM]?|[qz])$|^--(?:lines|bytes)=[+-]?\d+$/, valued: /^-[nc]$/ };

/** What they are handed by a pipe is all that they read. */
const FILTERS: Readonly<Record<string, FilterForm>> = {
  grep: GREP,
  egrep: GREP,
  fgrep: GREP,
  head: LINES,
  tail: LINES,
  wc: { flags: /^-[lwcmL]+$/ },
  sort: { flags: /^-(?:[nrhVufdbgiM]+|[nrhVub]*k[\d.,a-zA-Z]+|t.)$/, valued: /^-(?:[nrhVub]*k|t)$/ },
  cut: { flags: /^-(?:[fcb][\d,-]+|d.|s)$|^--complement$/, valued: /^-[dfcb]$/ },
  uniq: { flags: /^-(?:[cdiu]+|[fsw]\d+)$/ },
  tr: { flags: /^-[cdsC]+$/, operands: 2 },
  // No other words: what stands before or behind an `--arg` may be a file.
  jq: {
    flags: /^-[rcRsSejMC]+$|^--(?:raw-output|compact-output|raw-input|slurp|sort-keys|tab|exit-status)$/,
    operands: 1,
    operand: /^(?!.*(?:env|ENV|input|include|import|module|\$\s*_|debug|stderr|search))[\s\S]*$/,
  },
  column: { flags: /^-(?:[tx]+|s.)$/, valued: /^-[scN]$/ },
  cat: { flags: /^-[AbEnstTuv]+$/ },
  nl: { flags: /^-ba$/ },
  tac: {},
  rev: {},
  awk: PICKS,
  gawk: PICKS,
  mawk: PICKS,
  sed: PICKS,
};

export const isFilter = (program: string): boolean => Object.hasOwn(FILTERS, program);

/** Whether the lines that it prints are those that it was handed, fewer of them or in another order. */
export function keepsLines(program: string, args: readonly string[]): boolean {
  if (/grep$/.test(program)) return !args.some((arg) => /^-[a-zA-Z]*o|^--only/.test(arg));
  if (/^(?:head|tail)$/.test(program)) return !args.some((arg) => /^-c|^--bytes/.test(arg));
  return /^(?:wc|sort|cat|tac)$/.test(program);
}

/** `isKernels`: a file of the kernel that may be read. */
export function filtersAlone(program: string, args: readonly string[], isKernels: (path: string) => boolean): boolean {
  const { flags, valued, operands = 0, operand } = FILTERS[program]!;
  let left = args.some((arg) => /^-\w*e$/.test(arg) && /grep$/.test(program)) ? 0 : operands;
  for (let at = 0; at < args.length; at += 1) {
    const arg = args[at]!;
    if (valued?.test(arg) === true) at += 1;
    else if (arg !== '--' && flags?.test(arg) !== true && !isKernels(arg)) {
      if (left === 0 || (arg.startsWith('-') && args[at - 1] !== '--') || operand?.test(arg) === false) return false;
      left -= 1;
    }
  }
  return true;
}

/** Paths that show where something is, not what a file holds. */
const OF_PLACES = /^(?:df|findmnt|lsof|fuser)$/;
const SQL = /^(?:psql|mysql|mariadb|mysqladmin|pg_isready)$/;
/** In the words of a filter of `ss`: none that would be looked up as the name of a host. */
const SS_WORD =
  /^(?:-{1,2}[\w-]+|\(|\)|[!=<>]{1,2}|and|or|not|eq|ne|neq|lt|gt|le|ge|state|exclude|src|dst|sport|dport|dev|all|connected|synchronized|bucket|big|established|syn-sent|syn-recv|fin-wait-[12]|time-wait|closed|close-wait|last-ack|listen(?:ing)?|closing|inet6?|tcp|udp|unix|:?\d+|\*?:\w+|\d{1,3}(?:\.\d{1,3}){3}(?:\/\d+)?(?::\d+)?|\[[\da-fA-F:]+\](?::\d+)?)$/;
const LSOF_ADDRESS = /^-?\w*i?[46]?(?:TCP|UDP)?(?:@(?:\d{1,3}(?:\.\d{1,3}){3}|\[[\da-fA-F:]+\]))?(?::[\w,-]+)?$/i;
/** Clients whose other answers show environments, or go to whom the caller names. */
const FEW: Readonly<Record<string, RegExp>> = {
  aws: /^(?!.*:\/\/)(?:--version|(?:sts get-caller-identity|s3 ls|ec2 describe-(?:instances|instance-status|volumes|snapshots|images|vpcs|subnets|security-groups|security-group-rules|route-tables|network-interfaces|network-acls|addresses|regions|availability-zones|internet-gateways|nat-gateways|tags)|rds describe-(?:db-instances|db-clusters|db-snapshots|db-subnet-groups|events)|ecs (?:list-[a-z-]+|describe-clusters|describe-services)|logs describe-log-(?:groups|streams)|cloudformation (?:list-stacks|list-stack-resources|describe-stack-events|describe-stack-resources)|autoscaling describe-(?:auto-scaling-groups|auto-scaling-instances|scaling-activities)|route53 list-(?:hosted-zones|resource-record-sets)|eks (?:list-[a-z-]+|describe-cluster|describe-nodegroup)|ecr (?:describe-repositories|describe-images|list-images)|elbv2 describe-(?:load-balancers|target-groups|target-health|listeners)|s3api list-buckets|cloudwatch describe-alarms|sqs list-queues|sns list-topics|dynamodb list-tables|acm list-certificates|iam list-(?:users|roles|groups))(?: .*)?)$/,
  // Without `-c` it takes the configuration of the folder that it is in, and that says where it connects to.
  supervisorctl: /^-c \/etc\/(?:supervisor\/)?supervisord\.conf status(?: [\w:.*-]+)*$/,
};
/** They run something in a container. */
const ENGINES = /^(?:docker|docker-compose|podman|nerdctl|crictl|kubectl|k)$/;
/** Whether what is asked of a service, or of the machine, is asked in plain words. */
export function asksPlainly(program: string, args: readonly string[]): boolean {
  if (FEW[program]?.test(args.join(' ')) === false || isDoubled(args)) return false;
  if (ENGINES.test(program) && args.includes('exec')) return false;
  if ((program === 'docker-compose' || args.includes('compose')) && !readsNoProject(program, args)) return false;
  if (program === 'aws' && !REGION.test(args.join(' '))) return false;
  // Unlike curl, it goes where an answer sends it.
  if (program === 'wget' && !args.includes('--max-redirect=0')) return false;
  if (program === 'arp') return args.every((arg) => arg.startsWith('-'));
  const isText = (arg: string): boolean => SQL.test(program) && /^\s*select\b|\s/i.test(arg);
  if (!args.every((arg) => isText(arg) || isPlainWord(program, arg))) return false;
  if (program === 'ss') return args.every((arg) => arg.split(/\s+/).every((word) => SS_WORD.test(word)));
  if (program === 'lsof')
    return args.every(
      (arg) => /^\+(?:[dD]|[Lc]\d*)$/.test(arg) || (arg[0] !== '+' && (!arg.includes('@') || LSOF_ADDRESS.test(arg))),
    );
  if (program === 'findmnt') return !args.some((arg) => /^-\w*F|^--tab-file/.test(arg));
  return /^(?:kubectl|k)$/.test(program) ? showsNoValues(args) : true;
}

/**
 * The file of a project may include others, from any address, which is fetched before anything is listed. Docker's own
 * Compose reads none where it is given the project's name alone.
 */
const readsNoProject = (program: string, args: readonly string[]): boolean => {
  const said = (program === 'docker-compose' ? args : args.slice(args.indexOf('compose') + 1)).join(' ');
  return (
    /^(?:ls|version)\b/.test(said) || (program === 'docker' && /^(?:-p|--project-name[ =]) ?[\w.-]+ [a-z]/.test(said))
  );
};

/** A region becomes a part of the address that is asked. */
const REGION = /^(?!.*--region(?![= ][a-z]+(?:-[a-z]+)+-\d+(?: |$)))/;

/** Of an option that is given twice, programs take one or the other. */
const isDoubled = (args: readonly string[]): boolean => {
  const options = args.filter((arg) => /^-/.test(arg)).map((arg) => arg.split('=')[0]!);
  const short = options.map((option) => (option === '--format' ? '-f' : option));
  return new Set(short).size < short.length;
};

function isPlainWord(program: string, arg: string): boolean {
  const fetches = program === 'curl' || program === 'wget';
  if (/:\/\//.test(arg)) return fetches;
  // Behind it stands a host, but in the name of a unit, and where an address is looked at below.
  if (arg.includes('@') && !/^(?:systemctl|service|lsof|curl|wget)$/.test(program)) return false;
  // A path: at its beginning, behind an option's letter, or behind a sign.
  const path = /^(?:-\w+|--[\w-]+=)?(~|\.{0,2}\/)/.exec(arg);
  if (path === null) return true;
  if (/^\/dev\/[\w/-]+$/.test(arg)) return true;
  if (SQL.test(program)) return /^(?:-h|--host=)?\/(?:var\/)?run\/(?:postgresql|mysqld)(?:\/|$)/.test(arg);
  return OF_PLACES.test(program) || fetches || program === 'supervisorctl';
}

/** `who` and `users` read a file that they are given. */
export const tellsOfMachine = (program: string, args: readonly string[]): boolean =>
  !/^(?:who|users)$/.test(program) || args.every((arg) => /^-\w+$|^am$|^i$/.test(arg));

/** What a thing is called, and how it is, hold no environment. */
const FIELD =
  /^(?:metadata\.(?:name|namespace|uid|labels|creationTimestamp)|status\.(?:phase|podIP|hostIP|replicas|readyReplicas))$/;

/** Anything but such fields, or a table of columns that the program chose, can show what is in a pod's environment. */
function showsNoValues(args: readonly string[]): boolean {
  if (args.some((arg) => /^-o(?!wide$|name$)\w|^--(?:template|output=(?!wide$|name$))/.test(arg))) return false;
  const output = args.findIndex((arg) => arg === '-o' || arg === '--output');
  const form = args[output + 1] ?? '';
  if (output < 0 || /^(?:wide|name)$/.test(form)) return true;
  const path = /^jsonpath=\{(?:\.items\[\*\])?\.([\w.]+)\}$/.exec(form);
  if (path !== null) return FIELD.test(path[1]!);
  const columns = /^custom-columns=(.+)$/.exec(form)?.[1]?.split(',') ?? [''];
  return columns.every((column) => FIELD.test(/^\w+:\.([\w.]+)$/.exec(column)?.[1] ?? ''));
}
