// From the command line as it ran to the one program that writes the output, or the fact that there are several.
import { type Pipeline, type ProgramCall, readPipelines } from './pipelines.ts';
import { afterOptions, baseName, unwrapOnce } from './unwrap.ts';

export interface Command {
  /** Base name of the program: `git`, `pytest`. A version in the name is removed (`python3.13` is `python`). */
  readonly program: string;
  readonly args: readonly string[];
  /** First word that is no option, after the program's global options: `status` in `git -C x status`. */
  readonly sub: string;
  /** What follows `sub`. */
  readonly rest: readonly string[];
  /** Programs after it in the pipe that pass lines on: `head`, `grep` … */
  readonly through: readonly string[];
}

/** Several programs write: their outputs cannot be told apart. */
export const MIXED = 'mixed';

const QUIET_PROGRAMS = new Set(
  'cd export set unset true false : mkdir rm touch cp mv ln chmod chown sleep test [ source . alias umask ulimit trap shopt wait exit return read local declare'.split(
    ' ',
  ),
);
const LETS_LINES_THROUGH = new Set(
  'head tail cat tee less more grep egrep fgrep rg sort uniq tac sed nl column awk gawk'.split(' '),
);
/** These pass on whole stretches of lines; the others above pick single lines. */
const WHOLE_STRETCH = new Set(['head', 'tail', 'cat', 'tee', 'less', 'more']);

const GLOBAL_OPTIONS: Record<string, string> = {
  git: '-C -c --git-dir --work-tree --namespace --exec-path',
  docker: '-H --host --context -l --log-level --config',
  'docker-compose': '-f --file -p --project-name --profile --env-file --project-directory',
  podman: '--log-level --url -c --connection',
  kubectl: '-n --namespace --context --kubeconfig -l --selector -o --output -f --filename -c --container',
  helm: '-n --namespace --kube-context --kubeconfig',
  npm: '--prefix -w --workspace -C --loglevel',
  pnpm: '-C --dir --filter -F',
  yarn: '--cwd',
  bun: '--cwd',
  cargo: '--color --config -Z -C',
  go: '-C',
  mvn: '-f -pl -s -P',
  gradle: '-p -b -c -x',
  make: '-C -f -j -o -W -I -l',
  systemctl: '-n -o -t -p -H -M',
  terraform: '',
  aws: '--region --profile --output --endpoint-url --query',
};

/** The command that writes the output, MIXED for several, null when nothing can be said. */
export function understandCommand(line: string, depth = 0): Command | typeof MIXED | null {
  const pipelines = readPipelines(line);
  if (pipelines === null) return MIXED;
  const writing = pipelines.filter(writes);
  if (writing.length === 0) return null;
  if (writing.length > 1) return MIXED;
  return writerOf(writing[0] as Pipeline, depth);
}

function writes(pipeline: Pipeline): boolean {
  const last = pipeline[pipeline.length - 1] as ProgramCall;
  if (last.quiet) return false;
  const name = baseName(last.words[0] ?? '');
  if (name === 'git' && last.words.some((word) => word === '-q' || word === '--quiet')) return false;
  return !QUIET_PROGRAMS.has(name) && !last.words.every((word) => /^[A-Za-z_]\w*=/.test(word));
}

function writerOf(pipeline: Pipeline, depth: number): Command | typeof MIXED | null {
  const through: string[] = [];
  for (let i = pipeline.length - 1; i >= 0; i--) {
    const { words } = pipeline[i] as ProgramCall;
    const inner = unwrapAll(words, depth);
    if (inner === null || inner === MIXED) return inner;
    const runsOther = /^(?:xargs|parallel)$/.test(baseName(words[0] ?? ''));
    const isPipeEnd = i > 0 && LETS_LINES_THROUGH.has(inner.program) && !readsFiles(inner) && !runsOther;
    if (!isPipeEnd) return { ...inner, through: [...inner.through, ...through.reverse()] };
    through.push(inner.program);
  }
  return null;
}

/** `a | grep x file` reads the file, not the pipe. Only the plain words after the pattern show that. */
function readsFiles({ program, args }: Command): boolean {
  if (/^(?:[ef]?grep|rg)$/.test(program)) return args.includes('-r') || args.includes('-R');
  return false;
}

function unwrapAll(words: readonly string[], depth: number): Command | typeof MIXED | null {
  let current = words;
  for (let layer = 0; layer < 12; layer++) {
    const inner = unwrapOnce(current);
    if (inner === null) return describe(current);
    if (typeof inner === 'string') return depth < 3 ? understandCommand(inner, depth + 1) : null;
    current = inner;
  }
  return null;
}

const YARN_OWN = new Set(
  'install add remove up upgrade why list info outdated audit run test build start init workspaces workspace npm config cache set plugin version pack publish'.split(
    ' ',
  ),
);

function describe(words: readonly string[]): Command {
  const name = baseName(words[0] ?? '');
  const program = ALIASES[name] ?? name.replace(/^(python|pip|php|gcc|g\+\+|clang|node|pg_dump)[-\d.]+$/, '$1');
  const args = words.slice(1);
  const rest = afterOptions(args, GLOBAL_OPTIONS[program] ?? '');
  // `yarn eslint src`: a word that is not yarn's own is a script or a program of the project
  if (program === 'yarn' && rest[0] !== undefined && !YARN_OWN.has(rest[0])) return describe(rest);
  return { program, args, sub: rest[0] ?? '', rest: rest.slice(1), through: [] };
}

const ALIASES: Record<string, string> = {
  gradlew: 'gradle',
  mvnw: 'mvn',
  python2: 'python',
  python3: 'python',
  pip3: 'pip',
  'py.test': 'pytest',
  gmake: 'make',
  tofu: 'terraform',
  nodejs: 'node',
  fdfind: 'fd',
  'g++': 'gcc',
  cc: 'gcc',
  'c++': 'gcc',
  'clang++': 'clang',
  egrep: 'grep',
  fgrep: 'grep',
  ripgrep: 'rg',
  gls: 'ls',
  ll: 'ls',
  nerdctl: 'docker',
};

/** True when the output is the program's own from a first to a last line, not a selection of its lines. */
export const isStretch = ({ through }: Command): boolean => through.every((name) => WHOLE_STRETCH.has(name));
