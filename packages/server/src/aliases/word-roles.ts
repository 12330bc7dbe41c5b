/** A command as a person reads it: its words, and the role of each. Pure. */
import { type List, readScript, type Span, TooMuchToRead, visitList } from '@synapse/shell';

export type Role =
  /** The program: the first word, and the first after `|`, `&&`, `;`, `sudo` … */
  | 'program'
  /** The subcommand: `status` in `git status`. */
  | 'verb'
  | 'flag'
  /** The value of a flag. */
  | 'value'
  | 'argument'
  | 'assignment'
  /** The target of a redirection. */
  | 'target';

export interface Word {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly role: Role;
}

const list = (text: string): string[] => text.split(',').map((item) => item.trim());

/** Programs that run the program after them. */
const PREFIXES = new Set(list('sudo, env, time, nohup, nice, exec, command, xargs, watch, npx'));

/** Tools with subcommands: the word after them says which one. */
const ONE_VERB = list(`git, docker, podman, docker-compose, kubectl, helm, systemctl, service, supervisorctl, pm2,
  npm, pnpm, yarn, bun, deno, make, cargo, go, pip, poetry, uv, composer, dotnet, mvn, gradle, bundle, rails, flask,
  apt, apt-get, dnf, brew, snap, ufw, terraform`);
/** … or the two words after them, for the whole tool or for one subcommand. */
const TWO_VERBS = list(`gh, aws, az, gcloud, php, openssl, npm run, pnpm run, yarn run, bun run, bundle exec,
  git stash, git remote, git worktree, git submodule,
  docker compose, docker container, docker image, docker volume, docker network, docker system, docker buildx,
  docker stack, docker service, docker context, podman compose, podman container, podman image, podman volume,
  podman network, podman system, kubectl get, kubectl describe, kubectl rollout, kubectl config, kubectl top`);
const VERBS: ReadonlyMap<string, number> = new Map([
  ...ONE_VERB.map((tool): [string, number] => [tool, 1]),
  ...TWO_VERBS.map((tool): [string, number] => [tool, 2]),
]);

/** Flags that take no value, in most tools. Any other flag may be followed by its value. */
const SWITCHES = new Set(
  list(`--, -a, -d, -h, -i, -k, -l, -q, -r, -s, -t, -v, -x, -y, -A, -P, -R, -S, -V, --all, --build, --cached, --debug,
    --dry-run, --follow, --force, --global, --help, --json, --oneline, --prune, --quiet, --short, --silent, --staged,
    --stat, --verbose, --version, --yes`),
);
/** Tools whose long flags have one dash. */
const ONE_DASH = new Set(list('find, terraform, java, openssl, ffmpeg'));

/** Only this many words of a command are looked at: a code of three letters does not depend on the rest. */
const WORDS_MAX = 200;

/** Every word of every simple command, loops and branches included, in the order of the text. */
export function readWords(command: string): Word[] {
  const words: Word[] = [];
  visitList(read(command), {
    simple: ({ assignments, words: plain, redirections }) => {
      const roleOf = newSimpleCommand();
      const add = ({ start, end }: Span, role?: Role): void => {
        const text = command.slice(start, end);
        words.push({ text, start, end, role: role ?? roleOf(text) });
      };
      for (const word of [...assignments, ...plain]) add(word);
      for (const { target } of redirections) if (target !== null) add(target, 'target');
    },
  });
  return words.sort((a, b) => a.start - b.start).slice(0, WORDS_MAX);
}

function read(command: string): List {
  try {
    return readScript(command).list;
  } catch (error) {
    if (error instanceof TooMuchToRead) return { start: 0, end: 0, items: [] };
    throw error;
  }
}

/** Gives each word of one simple command its role, in order. */
function newSimpleCommand(): (text: string) => Role {
  let program = '';
  let said: string[] = [];
  let afterFlag = false;
  return (text) => {
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
  };
}

function takesValue(flag: string, program: string): boolean {
  if (flag.includes('=') || flag.startsWith('--no-') || SWITCHES.has(flag)) return false;
  if (flag.startsWith('--')) return true;
  if (/^-\d/.test(flag)) return false;
  // `-la`, `-xzf`: several flags in one word.
  return flag.length === 2 || ONE_DASH.has(program);
}
