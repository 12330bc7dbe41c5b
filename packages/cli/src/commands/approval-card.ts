/** One approval, with all that a person should see before they decide. */
import type { Approval } from '@synapse/contract';
import type { Call } from '../call.ts';
import { printable, printableLines } from '../terminal.ts';
import { tell } from '../words/tell.ts';
import { fileLines, placeOf } from './list-approvals.ts';

export function approvalCard(call: Call, one: Approval): string {
  const { terminal } = call;
  const who = [one.token_label ?? one.token_hint, one.client].filter((name) => name !== null).join(', ');
  const lines = [
    `${terminal.bold(placeOf(one))}  ${printable(who)}  ${terminal.dim(`${tell('approval_until', { at: terminal.time(one.expires_at) })}  ${one.id}`)}`,
    ...printableLines(one.command_template).map((line) => `  ${terminal.yellow(line)}`),
    ...(one.file === null ? [] : fileLines(call, one.file)),
    ...(one.machines === null ? [] : [`  ${tell('approval_machines', { names: one.machines.join(', ') })}`]),
    ...(one.detach ? [`  ${tell('approval_job', { seconds: one.timeout_seconds })}`] : []),
    ...(one.cwd === null ? [] : [`  ${tell('approval_cwd', { cwd: printable(one.cwd) })}`]),
    ...(one.secrets.length === 0 ? [] : [`  ${tell('approval_secrets', { names: one.secrets.join(', ') })}`]),
    `  ${printable(one.reason)}`,
  ];
  return `${lines.join('\n')}\n`;
}
