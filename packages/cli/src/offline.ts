/** Administration without a running service: a program of the server's package does it, this one asks. */
import type { ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { getCompileCacheDir } from 'node:module';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { AdminLine, AdminRequest, AdminResults, AdminVerb } from '@synapse/contract';
import { startChild } from '@synapse/runner/start-child';
import { CliError, EXIT } from './cli-error.ts';
import { installationEnv } from './installation.ts';
import { tell } from './words/tell.ts';

type Env = Readonly<Record<string, string | undefined>>;

/** A file of another package: two levels up from both src/ and dist/. */
export function packageFile(path: string): string {
  return fileURLToPath(new URL(`../../${path}`, import.meta.url));
}

/** The source in a clone, the bundle if only that was shipped. */
export function serverProgram(name: 'main' | 'admin'): string {
  const source = packageFile(`server/src/${name}.ts`);
  return existsSync(source) ? source : packageFile(`server/dist/${name}.js`);
}

/** What makes a new instance, or needs none. */
const NEEDS_NONE: readonly AdminVerb[] = ['prepare', 'filter-test'];

/** The input is written to the child's stdin, so that no passphrase is in a process list. */
export async function administer<V extends AdminVerb>(
  request: Extract<AdminRequest, { verb: V }>,
  env: Env,
  onProgress: (text: string) => void,
): Promise<AdminResults[V]> {
  const child = startChild(process.execPath, [serverProgram('admin')], {
    // What was compiled for an earlier call is found again: in a clone, that is most of the time such a call takes.
    env: {
      NODE_COMPILE_CACHE: getCompileCacheDir(),
      ...(NEEDS_NONE.includes(request.verb) ? env : installationEnv(env)),
    },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  child.stdin!.end(JSON.stringify(request));
  const ended = endOf(child);
  let last: AdminLine | null = null;
  for await (const line of createInterface({ input: child.stdout! })) {
    last = JSON.parse(line) as AdminLine;
    if ('progress' in last) onProgress(last.progress);
  }
  const code = await ended;
  if (last !== null && 'result' in last) return last.result as AdminResults[V];
  if (last !== null && 'refused' in last) {
    const { message, code, out_of_reach: away } = last.refused;
    throw new CliError(message, { code, exitCode: away ? EXIT.outOfReach : EXIT.failed });
  }
  throw new CliError(tell('admin_ended', { code }));
}

export function endOf(child: ChildProcess): Promise<number> {
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => resolve(code ?? (signal === null ? 1 : 128)));
  });
}
