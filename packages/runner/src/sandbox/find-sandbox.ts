/** Finds out which sandbox a target has, by trying each of them there. */
import { randomBytes, randomUUID } from 'node:crypto';
import { because, Refusal } from '@synapse/contract';
import type { Executor } from '../executor.ts';
import { type Mechanism, PROCESSORS, SANDBOXES, type SandboxName, type System } from './mechanism.ts';
import { MECHANISMS } from './mechanisms.ts';
import { probeText } from './probe-text.ts';

export interface SandboxFinding {
  readonly system: System | null;
  /** Null: none serves. */
  readonly sandbox: SandboxName | null;
  /** Why the ones before it, or all of them, do not. */
  readonly missing: readonly { readonly sandbox: string; readonly reason: string }[];
}

export interface FindOptions {
  readonly container: string | null;
  readonly signal: AbortSignal;
  readonly shellMs?: number | undefined;
  readonly mechanisms?: readonly Mechanism[];
}

const LONGEST_ANSWER = 16_384;
const LONGEST_REASON = 200;

/** Throws the refusal that a command would get if the target cannot be reached. */
export async function findSandbox(executor: Executor, options: FindOptions): Promise<SandboxFinding> {
  const system = systemOf(await say(executor, 'uname -sm', options));
  if (system === null) return { system, sandbox: null, missing: [] };
  const mechanisms = (options.mechanisms ?? MECHANISMS).filter(({ worksOn }) => worksOn(system));
  const nonce = randomBytes(16).toString('hex');
  return { system, ...read(await say(executor, probeText(mechanisms, system, nonce), options), nonce) };
}

function systemOf(answer: string): System | null {
  const [kernel, machine] = answer.trim().split(' ');
  if (kernel === 'Darwin') return { kernel };
  const processor = PROCESSORS.find((known) => known === machine);
  return kernel === 'Linux' && processor !== undefined ? { kernel, processor } : null;
}

function read(answer: string, nonce: string): Omit<SandboxFinding, 'system'> {
  const missing: { sandbox: string; reason: string }[] = [];
  for (const line of answer.split('\n')) {
    const [head, name = '', ...words] = line.split(' ');
    if (head !== nonce) continue;
    const sandbox = SANDBOXES.find((known) => known === name);
    const reason = words.join(' ').slice(0, LONGEST_REASON);
    if (sandbox !== undefined && reason === 'ok') return { sandbox, missing };
    missing.push({ sandbox: name, reason });
  }
  return { sandbox: null, missing };
}

/** What our own text prints on the target. */
async function say(executor: Executor, script: string, options: FindOptions): Promise<string> {
  const { container, signal, shellMs } = options;
  let text = '';
  const outcome = await executor.run(
    { script, secrets: new Map(), cwd: null, container, tag: `look-${randomUUID()}` },
    {
      output: {
        stdout: (chunk) => {
          if (text.length < LONGEST_ANSWER) text += chunk.toString('latin1');
        },
        stderr: () => {},
      },
      signal,
      mayStart: () => Promise.resolve(),
      onStarted: () => {},
      ...(shellMs === undefined ? {} : { shellMs }),
    },
  );
  if (outcome.kind === 'lost') throw new Refusal('machine_unreachable', { reason: outcome.reason });
  if (outcome.kind === 'killed') {
    throw new Refusal('machine_unreachable', { reason: because('no_answer_in_time') });
  }
  return text;
}
