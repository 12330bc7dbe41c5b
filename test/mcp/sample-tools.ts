/** Three tools, one of each kind: one answers at once, one reports progress, one never ends. */
import { type EventEmitter, once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { Refusal } from '@synapse/contract';
import * as z from 'zod';
import { defineTool, type Tool } from '../../packages/server/src/http/mcp/tool.ts';

const READ_ONLY = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false };

/** Tells a test when the endless tool began and how it ended. */
export type CallEvents = EventEmitter<{ started: [client: string]; aborted: [client: string] }>;

export function sampleTools(events: CallEvents): Tool[] {
  return [
    defineTool({
      name: 'sample_echo',
      description: 'Gives back the text it was given.',
      scope: 'mcp:read',
      input: z.object({
        text: z.string().max(200_000),
        repeat: z.int().min(1).max(5).default(1),
        kind: z.enum(['plain', 'loud']).optional(),
      }),
      output: z.object({ text: z.string(), username: z.string() }),
      annotations: READ_ONLY,
      synonyms: { message: 'text' },
      handler: ({ text, repeat }, { caller }) => ({ text: text.repeat(repeat), username: caller.username }),
    }),
    defineTool({
      name: 'sample_count',
      description: 'Counts to a number, with a pause before each, and reports its progress.',
      scope: 'mcp:synapse',
      input: z.object({ to: z.int().min(1).max(100).default(3), pause_ms: z.int().min(0).max(60_000).default(20) }),
      output: z.object({ counted: z.int() }),
      annotations: READ_ONLY,
      async handler({ to, pause_ms }, { progress, signal }) {
        for (let at = 1; at <= to; at++) {
          await sleep(pause_ms, undefined, { signal });
          progress(`at ${at}`, at, to);
        }
        return { counted: to };
      },
    }),
    defineTool({
      name: 'sample_endless',
      description: 'Says that it waits, and waits until it is cancelled.',
      scope: 'mcp:synapse',
      input: z.object({ who: z.string().max(40).default('') }),
      output: z.object({ status: z.string() }),
      annotations: READ_ONLY,
      mayTakeSeconds: () => 300,
      async handler({ who }, { signal, progress }) {
        const aborted = once(signal, 'abort');
        progress('waiting');
        events.emit('started', who);
        await aborted;
        events.emit('aborted', who);
        return { status: 'cancelled' };
      },
    }),
    defineTool({
      name: 'sample_refuse',
      description: 'Refuses, or fails, in the way it is told to.',
      scope: 'mcp:synapse',
      input: z.object({ how: z.enum(['machine', 'rate', 'rate_late', 'defect', 'output']) }),
      output: z.object({ ok: z.literal(true) }),
      annotations: READ_ONLY,
      handler({ how }, { progress }) {
        if (how === 'machine') throw new Refusal('machine_not_found');
        if (how === 'rate_late') progress('begun');
        if (how.startsWith('rate')) throw new Refusal('exec_rate_limited', { retry_after: 42 });
        if (how === 'output') return { ok: false as unknown as true };
        throw new TypeError('secret text of a defect');
      },
    }),
    defineTool({
      name: 'sample_write',
      description: 'Needs a scope that the tests hold back.',
      scope: 'mcp:write',
      input: z.object({}),
      output: z.object({}),
      annotations: { ...READ_ONLY, readOnlyHint: false },
      handler: () => ({}),
    }),
  ];
}

/** The tools that the conformance suite calls by name. */
export function conformanceTools(): Tool[] {
  const text = z.object({ text: z.string() });
  const declared = { scope: 'mcp:read', input: z.object({}), output: text, annotations: READ_ONLY } as const;
  return [
    defineTool({
      ...declared,
      name: 'test_simple_text',
      description: 'Answers with a text.',
      handler: () => ({ text: 'This is a simple text response for testing.' }),
    }),
    defineTool({
      ...declared,
      name: 'test_error_handling',
      description: 'Always fails.',
      handler: () => {
        throw new Refusal('machine_not_found');
      },
    }),
    defineTool({
      ...declared,
      name: 'test_tool_with_progress',
      description: 'Reports progress three times.',
      async handler(_args, { progress }) {
        for (const at of [0, 50, 100]) {
          progress(`${at} of 100`, at, 100);
          await sleep(50);
        }
        return { text: 'done' };
      },
    }),
    defineTool({
      ...declared,
      name: 'test_logging_tool',
      description: 'Works without a word to the log of the client.',
      handler: () => ({ text: 'done' }),
    }),
    defineTool({
      ...declared,
      name: 'test_streaming_elicitation',
      description: 'Streams, and asks the client for nothing.',
      mayTakeSeconds: () => 60,
      handler: () => ({ text: 'done' }),
    }),
  ];
}
