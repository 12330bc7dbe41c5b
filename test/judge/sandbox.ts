/** Scripts run for real in a throw-away copy of this computer, and what each of them changed. */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findShells } from '../engines/shells.ts';

/** Past it the sandbox is ended, with all that runs in it. */
const WITHIN_MS = 1_500_000;

export interface Change {
  readonly script: string;
  readonly shell: string;
  readonly changed: readonly string[];
}

/** Its sandbox mounts things. */
export async function findMounts(): Promise<void> {
  if (process.getuid?.() !== 0) throw new Error('not root');
}

/** `tree` is copied to `/judged`, where every script starts. One sandbox ends at its first change; the rest goes on in the next. */
export async function changesOf(scripts: readonly string[], tree: string): Promise<Change[]> {
  const found: Change[] = [];
  for (let from = 0; from < scripts.length; ) {
    const change = await firstChange(scripts.slice(from), tree);
    if (change === null) break;
    found.push({ script: scripts[from + change.index]!, shell: change.shell, changed: change.changed });
    from += change.index + 1;
  }
  return found;
}

async function firstChange(
  scripts: readonly string[],
  tree: string,
): Promise<{ index: number; shell: string; changed: string[] } | null> {
  const busybox = (await findShells()).find(({ name }) => name === 'busybox ash')!.program;
  const place = mkdtempSync(join(tmpdir(), 'synapse-judge-sandbox-'));
  try {
    const driver = join(import.meta.dirname, 'sandbox-driver.ts');
    const args = [
      '--mount',
      '--pid',
      '--net',
      '--ipc',
      '--uts',
      '--fork',
      '--kill-child',
      process.execPath,
      driver,
      place,
      tree,
      busybox,
    ];
    const child = spawn('unshare', args, { stdio: ['pipe', 'pipe', 'inherit'] });
    const deadline = setTimeout(() => child.kill('SIGKILL'), WITHIN_MS);
    child.stdin.on('error', () => {});
    child.stdin.end(JSON.stringify(scripts));
    let said = '';
    child.stdout.on('data', (chunk: Buffer) => {
      said += chunk;
    });
    const code = await new Promise<number | null>((resolve, reject) =>
      child.once('close', resolve).once('error', reject),
    );
    clearTimeout(deadline);
    if (code !== 0) throw new Error(`the sandbox ended with ${code}`);
    const [line] = said.split('\n');
    return line === undefined || line === ''
      ? null
      : (JSON.parse(line) as { index: number; shell: string; changed: string[] });
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}
