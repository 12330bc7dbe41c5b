// Looks through programs that only run another one (sudo, env, npx, python -m, docker compose exec …).

/** Options that take the next word as their value, per wrapper. Every other option stands alone. */
const WRAPPERS: Record<string, string> = {
  sudo: '-u -g -h -p -C -r -t -U -D -R -T',
  doas: '-u -C',
  env: '-u -C -S --unset --chdir',
  time: '-f -o --format --output',
  nice: '-n --adjustment',
  ionice: '-c -n -p',
  chrt: '-p',
  taskset: '',
  nohup: '',
  stdbuf: '-i -o -e',
  unbuffer: '',
  command: '',
  builtin: '',
  exec: '-a',
  setsid: '',
  xargs: '-I -n -P -L -d -E -s -a -i --max-args --max-procs --delimiter',
  npx: '-p --package -c --call -w --workspace',
  bunx: '-p --package',
  pnpx: '',
  'cross-env': '',
  dotenv: '-e -f',
  winpty: '',
  rlwrap: '',
  parallel: '-j --jobs',
};

/** Tool and first words after which another command begins. */
const RUNNERS: ReadonlyArray<readonly [string, readonly string[], string]> = [
  ['npm', ['exec', 'x'], '-p --package -w --workspace -c'],
  ['pnpm', ['exec', 'dlx'], '-p --package -C --dir --filter -F'],
  ['yarn', ['exec', 'dlx'], '-p --package'],
  ['bun', ['x'], ''],
  ['bundle', ['exec'], ''],
  ['uv', ['run'], '--with --python -p --project --directory --group --extra --env-file'],
  ['uvx', [], '--from --with --python -p'],
  ['pipx', ['run'], '--spec'],
  ['poetry', ['run'], '-C -P'],
  ['pipenv', ['run'], ''],
  ['pdm', ['run'], ''],
  ['hatch', ['run'], ''],
  ['rye', ['run'], ''],
  ['conda', ['run'], '-n -p --name --prefix'],
  ['mise', ['exec', 'x'], ''],
  ['asdf', ['exec'], ''],
  ['rtk', [], ''],
  ['corepack', [], ''],
];

const EXECUTORS: Record<string, string> = {
  docker: '-e --env -u --user -w --workdir --env-file --index -f --file -p --project-name --detach-keys',
  'docker-compose': '-e --env -u --user -w --workdir --env-file --index -f --file -p --project-name',
  podman: '-e --env -u --user -w --workdir --env-file --detach-keys',
  kubectl: '-n --namespace -c --container --context --kubeconfig -f --filename',
  oc: '-n --namespace -c --container --context',
};

const ASSIGNMENT = /^[A-Za-z_][A-Za-z0-9_]*=/;

/** Skips assignments and options (with their values) from the front. */
export function afterOptions(words: readonly string[], withValue: string, start = 0): readonly string[] {
  const valued = withValue.split(' ');
  let i = start;
  while (i < words.length) {
    const word = words[i] as string;
    if (word === '--') return words.slice(i + 1);
    if (ASSIGNMENT.test(word)) i++;
    else if (word.startsWith('-') && word.length > 1) i += valued.includes(word) ? 2 : 1;
    else break;
  }
  return words.slice(i);
}

export function baseName(word: string): string {
  const name = word.slice(Math.max(word.lastIndexOf('/'), word.lastIndexOf('\\')) + 1);
  return name.replace(/\.(?:exe|cmd|bat)$/i, '');
}

/**
 * Removes one layer: the words of the command inside, the text of a `sh -c`, or null when the first word is the program
 * itself.
 */
export function unwrapOnce(words: readonly string[]): readonly string[] | string | null {
  const first = words[0];
  if (first === undefined) return null;
  if (ASSIGNMENT.test(first)) return words.slice(1);
  const name = baseName(first);

  if (Object.hasOwn(WRAPPERS, name)) return innerOf(afterOptions(words, WRAPPERS[name] as string, 1));
  if (name === 'timeout' || name === 'gtimeout') {
    return innerOf(afterOptions(words, '-k -s --kill-after --signal', 1).slice(1));
  }
  if (/^(?:ba|z|da|k|a)?sh$/.test(name)) {
    const at = words.findIndex((word, i) => i > 0 && /^-[a-z]*c$/.test(word));
    return at > 0 && words[at + 1] !== undefined ? (words[at + 1] as string) : null;
  }
  if (/^python[\d.]*$/.test(name) && words.includes('-m')) return innerOf(words.slice(words.indexOf('-m') + 1));
  if (name === 'node' || name === 'php' || name === 'ruby') {
    const script = afterOptions(words, '-r --require --import --loader -d', 1);
    const tool = scriptTool(script[0] ?? '');
    return tool ? [tool, ...script.slice(1)] : null;
  }
  for (const [tool, verbs, withValue] of RUNNERS) {
    if (name !== tool) continue;
    const rest = afterOptions(words, withValue, 1);
    if (verbs.length === 0) return innerOf(rest);
    if (verbs.includes(rest[0] ?? '')) return innerOf(afterOptions(rest, withValue, 1));
  }
  if (Object.hasOwn(EXECUTORS, name)) return insideContainer(name, words);
  return null;
}

function insideContainer(name: string, words: readonly string[]): readonly string[] | null {
  const withValue = EXECUTORS[name] as string;
  let rest = afterOptions(words, withValue, 1);
  if (rest[0] === 'compose' || rest[0] === 'container') rest = afterOptions(rest, withValue, 1);
  if (rest[0] !== 'exec') return null;
  const inside = afterOptions(rest, withValue, 1).slice(1);
  return innerOf(afterOptions(inside, withValue));
}

/** `node_modules/vitest/vitest.mjs`, `vendor/bin/phpunit`, `artisan`: scripts that are a known tool. */
function scriptTool(script: string): string | null {
  if (/(?:^|\/)(?:\.bin|bin)\/[^/]+$/.test(script)) return baseName(script);
  if (script === 'artisan' || script === 'composer.phar') return baseName(script).replace('.phar', '');
  const module = /(?:^|\/)node_modules\/(?:@[^/]+\/)?([^/]+)\//.exec(script.slice(0, 400));
  return module ? (module[1] as string) : null;
}

const innerOf = (words: readonly string[]): readonly string[] | null => (words.length > 0 ? words : null);
