/** A command as a person reads it: its words, and what each of them is for. Pure. */

export type Role =
  /** What runs: the first word, and the first after `|`, `&&`, `;`, `sudo` … */
  | 'program'
  /** The part of a tool that runs: `status` in `git status`. */
  | 'verb'
  | 'flag'
  /** What follows a flag. */
  | 'value'
  | 'argument'
  | 'assignment'
  /** Where a redirection goes. */
  | 'target';

export interface Word {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly role: Role;
}

/** Programs that run the one after them. */
const PREFIXES = new Set(['sudo', 'env', 'time', 'nohup', 'nice', 'exec', 'command', 'xargs', 'watch', 'npx']);

/** How many words after the program say what it does, for tools that are many tools in one. */
const VERBS: ReadonlyMap<string, number> = new Map([
  ...[
    'git',
    'docker',
    'podman',
    'npm',
    'pnpm',
    'yarn',
    'kubectl',
    'systemctl',
    'helm',
    'terraform',
    'cargo',
    'go',
    'pip',
  ]
    .concat(['apt', 'apt-get', 'dnf', 'brew', 'make', 'composer', 'dotnet', 'mvn', 'gradle', 'poetry', 'uv', 'bundle'])
    .concat(['rails', 'ufw', 'pm2', 'supervisorctl', 'docker-compose', 'service', 'flask', 'bun', 'deno', 'snap'])
    .map((program): [string, number] => [program, 1]),
  ...['gh', 'aws', 'az', 'php', 'gcloud', 'openssl'].map((program): [string, number] => [program, 2]),
  ...['docker', 'podman'].flatMap((program) =>
    ['compose', 'container', 'image', 'volume', 'network', 'system', 'buildx', 'stack', 'service', 'context'].map(
      (group): [string, number] => [`${program} ${group}`, 2],
    ),
  ),
  ...['npm run', 'pnpm run', 'yarn run', 'bun run', 'git stash', 'git remote', 'git worktree', 'git submodule']
    .concat(['kubectl get', 'kubectl describe', 'kubectl rollout', 'kubectl config', 'kubectl top', 'bundle exec'])
    .map((chain): [string, number] => [chain, 2]),
]);

/** Flags with nothing after them, in most tools. Every other one may be followed by its value. */
const SWITCHES = new Set(
  [
    '-a',
    '-d',
    '-h',
    '-i',
    '-k',
    '-l',
    '-q',
    '-r',
    '-s',
    '-t',
    '-v',
    '-x',
    '-y',
    '-A',
    '-P',
    '-R',
    '-S',
    '-V',
    '--',
  ].concat(
    ['--all', '--debug', '--dry-run', '--force', '--global', '--help', '--json', '--quiet', '--silent', '--staged'],
    ['--version', '--verbose', '--yes', '--build', '--cached', '--oneline', '--short', '--stat', '--prune', '--follow'],
  ),
);
/** Tools whose long flags have one dash. */
const ONE_DASH = new Set(['find', 'terraform', 'java', 'openssl', 'ffmpeg']);

/** Where a command has more words than this, nobody would call it by three letters for the sake of the rest. */
const WORDS_MAX = 200;

export function readWords(command: string): Word[] {
  const words: Word[] = [];
  let simple = newSimpleCommand();
  let redirected = false;
  for (let index = 0; index < command.length && words.length < WORDS_MAX; ) {
    const char = command[index]!;
    if ('|&;()\n'.includes(char)) {
      // `2>&1` goes on; everything else begins another command.
      if (!(char === '&' && redirected)) simple = newSimpleCommand();
      redirected = char === '&' && redirected;
      index++;
    } else if (char === '<' || char === '>') {
      redirected = true;
      index++;
    } else if (' \t\r'.includes(char)) {
      index++;
    } else {
      const end = endOfWord(command, index);
      const text = command.slice(index, end);
      words.push({ text, start: index, end, role: redirected ? 'target' : simple.roleOf(text) });
      redirected = false;
      index = end;
    }
  }
  return words;
}

function endOfWord(command: string, start: number): number {
  let quote = '';
  let index = start;
  for (; index < command.length; index++) {
    const char = command[index]!;
    if (char === '\\' && quote !== "'") index++;
    else if (quote !== '') quote = char === quote ? '' : quote;
    else if (char === "'" || char === '"') quote = char;
    else if (' \t\r\n|&;<>()'.includes(char)) break;
  }
  return Math.min(index, command.length);
}

/** Gives each word of one simple command its role, in order. */
function newSimpleCommand(): { roleOf(text: string): Role } {
  let program = '';
  let said: string[] = [];
  let afterFlag = false;
  return {
    roleOf: (text) => {
      const follows = afterFlag;
      afterFlag = false;
      if (program === '' && /^[A-Za-z_]\w*=/.test(text)) return 'assignment';
      if (text.startsWith('-')) {
        afterFlag = program !== '' && takesValue(text, program);
        return 'flag';
      }
      if (program === '' || (PREFIXES.has(program) && !follows)) {
        program = text;
        said = [];
        return 'program';
      }
      if (follows) return 'value';
      const depth = VERBS.get(`${program} ${said[0]}`) ?? VERBS.get(program) ?? 0;
      if (said.length >= depth) return 'argument';
      said.push(text);
      return 'verb';
    },
  };
}

function takesValue(flag: string, program: string): boolean {
  if (flag.includes('=') || flag.startsWith('--no-') || SWITCHES.has(flag)) return false;
  if (flag.startsWith('--')) return true;
  if (/^-\d/.test(flag)) return false;
  // `-la`, `-xzf`: several switches in one.
  return flag.length === 2 || ONE_DASH.has(program);
}
