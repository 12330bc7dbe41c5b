/** Runs scripts plainly and with the markers of their steps, and compares what came out, byte by byte and in order. */
import { spawnSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { markSteps } from '../../packages/server/src/exec/answer/steps/mark-steps.ts';
import { scanSteps } from '../../packages/server/src/exec/answer/steps/step-scanner.ts';
import { generateScript, randomFrom } from './generate-script.ts';

const NONCE = '5f1e0c9d7a';

export const SHELLS = ['sh', 'bash'].filter((shell) => spawnSync(shell, ['-c', ':']).status === 0);

/** Both streams in one file, as a terminal would show them. */
function run(shell: string, script: string): { status: number | null; bytes: Buffer } {
  const folder = mkdtempSync(join(tmpdir(), 'synapse-steps-'));
  const path = join(folder, 'output');
  const output = openSync(path, 'a');
  try {
    const cwd = mkdtempSync(join(folder, 'cwd-'));
    const env = { PATH: process.env.PATH, LC_ALL: 'C', HOME: cwd };
    const { status } = spawnSync(shell, ['-c', script], { cwd, env, stdio: ['ignore', output, output] });
    return {
      status,
      bytes: Buffer.from(readFileSync(path).toString('latin1').replaceAll(folder, '/folder'), 'latin1'),
    };
  } finally {
    closeSync(output);
    rmSync(folder, { recursive: true, force: true });
  }
}

async function withoutMarkers(bytes: Buffer): Promise<{ text: string; steps: number }> {
  const kept: Buffer[] = [];
  let steps = 0;
  const keep = (chunk: Buffer) => void kept.push(Buffer.from(chunk));
  const sink = scanSteps({ stdout: keep, stderr: keep }, NONCE, () => {
    steps += 1;
  });
  await sink.stdout(bytes);
  sink.end();
  return { text: Buffer.concat(kept).toString('latin1'), steps };
}

/** Shells name the folder of the call and the line in their own messages; a random name stands in the former. */
const comparable = (text: string): string => text.replace(/cwd-\w{6}/g, 'cwd').replace(/(?:line )?\d+: /g, '');

/** Returns how many of them were split. */
export async function compareScripts(shell: string, seed: number, count: number): Promise<number> {
  const next = randomFrom(seed);
  let split = 0;
  for (let i = 0; i < count; i++) {
    const script = generateScript(next);
    const marked = markSteps(script, NONCE);
    if (marked === null) continue;
    split += 1;
    const plain = run(shell, script);
    const other = run(shell, marked.script);
    const { text } = await withoutMarkers(other.bytes);
    const about = `script ${i} of seed ${seed} in ${shell}:\n${script}`;
    expect(comparable(text), about).toBe(comparable(plain.bytes.toString('latin1')));
    expect(other.status, about).toBe(plain.status);
  }
  return split;
}
