/**
 * Tools that only views call: they answer as other tools do, in one form, and do not count as read by the model. People see
 * the text, so no character in it moves, hides or reorders others.
 */

import { ExecResult, Identifier, inertText, Machine, MachineHealth, visibleText } from '@synapse/contract';
import * as z from 'zod';
import type { Workspace } from '../../../access/access.ts';
import type { Executions } from '../../../follow-up/executions.ts';
import { personalWorkspaceId } from '../../../ids.ts';
import type { Machines } from '../../../machines/machines.ts';
import { foreignReader } from '../../foreign-reader.ts';
import type { HealthIn } from '../../health-in.ts';
import { whileReading } from '../../while-reading.ts';
import { defineTool, type Tool } from '../tool.ts';
import { READS } from './annotations.ts';
import { ExecutionId } from './arguments.ts';
import { nothingKept, shownTo } from './exec-tools.ts';
import { ownerOf } from './machine-tools.ts';
import { meantIn } from './meant-execution.ts';
import { forModel } from './short-template.ts';
import { callerIn, type ReadServices, rowsOf } from './workspaces.ts';

export interface ViewToolServices extends ReadServices {
  readonly machines: Machines;
  readonly executions: Executions;
  readonly healthIn: HealthIn;
}

/** The end of each stream, as it was printed. */
const RAW_CHARS = 20_000;

const Health = MachineHealth.pick({ reached: true, latency_ms: true, message: true, uptime: true });

/** Its output is redacted after it was made inert: pieces on either side of an escape sequence meet there. */
const ShownResult = ExecResult.extend({ stdout: z.string(), stderr: z.string() });

const ShownMachine = Machine.pick({
  slug: true,
  label: true,
  kind: true,
  tags: true,
  statut: true,
  connected: true,
  presence: true,
}).extend({ crew: Identifier.nullable().optional(), health: Health.nullable() });

function shown(result: ExecResult): ExecResult {
  const { stdout, stderr, command_template, refusal, approval } = result;
  return {
    ...result,
    command_template: visibleText(command_template),
    stdout: inertText(stdout),
    stderr: inertText(stderr),
    ...(refusal !== undefined && { refusal: { ...refusal, message: visibleText(refusal.message) } }),
    ...(approval !== undefined && { approval: { ...approval, reason: visibleText(approval.reason) } }),
  };
}

const visibleOrNull = (text: string | null): string | null => (text === null ? null : visibleText(text));

export const viewTools = ({ machines, executions, healthIn, access, redactorOf }: ViewToolServices): Tool[] => [
  defineTool({
    name: 'synapse_view_execution',
    description: 'For views: an execution as it is now, after waiting for its end.',
    scope: 'mcp:read',
    view: { appOnly: true },
    input: z.object({
      execution_id: ExecutionId,
      wait_seconds: z.int().min(0).max(60).default(0),
      raw: z.boolean().default(false),
    }),
    output: ShownResult,
    annotations: READS,
    mayTakeSeconds: ({ wait_seconds }) => wait_seconds,
    handler: async ({ execution_id: given, wait_seconds: waitSeconds, raw }, { caller, language, signal }) => {
      const { workspace, executionId } = await meantIn({ executions, access }, caller, given);
      const { tokenId } = caller;
      const reader = foreignReader(caller.userId, workspace);
      const question = { workspaceId: workspace.id, reader, tokenId, executionId, waitSeconds, since: 0, peek: true };
      const read = (until: AbortSignal) => executions.news.read({ ...question, signal: until });
      const asRead = shownTo({ redactorOf }, caller, workspace);
      const reading = whileReading(access, caller.userId, workspace, signal, read).then(asRead);
      const result = await forModel(reading, language);
      if (!raw || result.status === 'pending' || result.refusal !== undefined) return shown(result);
      const redact = await redactorOf(personalWorkspaceId(caller.userId));
      const end = async (stream: 'stdout' | 'stderr') => {
        const query = { stream, offset: -RAW_CHARS, limit: RAW_CHARS };
        return redact(
          (await executions.output(workspace.id, executionId, query, reader).catch(nothingKept))?.text ?? '',
        );
      };
      return shown({ ...result, stdout: await end('stdout'), stderr: await end('stderr') });
    },
  }),
  defineTool({
    name: 'synapse_view_machines',
    description: 'For views: machines with their health.',
    scope: 'mcp:read',
    view: { appOnly: true },
    input: z.object({}),
    output: z.object({ machines: z.array(ShownMachine) }),
    annotations: READS,
    handler: async (_args, { caller, language }) => {
      const read = async (workspace: Workspace) => {
        const [owned, checked] = await Promise.all([
          machines.list(ownerOf({ caller: callerIn(caller, workspace) })),
          healthIn(workspace, language),
        ]);
        const bySlug = new Map(checked.map((one) => [one.slug, one]));
        return owned.map((machine) => {
          const health = bySlug.get(machine.slug);
          return {
            ...machine,
            label: visibleText(machine.label),
            tags: machine.tags.map(visibleText),
            health: health === undefined ? null : { ...health, message: visibleOrNull(health.message) },
          };
        });
      };
      return { machines: await rowsOf({ access, redactorOf }, caller, undefined, ShownMachine, read) };
    },
  }),
];
