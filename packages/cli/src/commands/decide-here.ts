/** Decides about a command in the terminal in which it was typed. */
import type { Approval } from '@synapse/contract';
import type { Api } from '../api.ts';
import type { Call } from '../call.ts';
import { CliError } from '../cli-error.ts';
import { tell } from '../words/tell.ts';
import { approvalCard } from './approval-card.ts';

const ANSWERS = {
  approve: { decision: 'approve' },
  hour: { decision: 'approve', for: 'hour' },
  deny: { decision: 'deny' },
} as const;

/** False: it is decided elsewhere, because the person wants that, or may not decide in this session. */
export async function decideHere(call: Call, api: Api, id: string): Promise<boolean> {
  const { terminal } = call;
  const path = `/synapse/approvals/${encodeURIComponent(id)}`;
  terminal.say(approvalCard(call, await api.call<Approval>('GET', path)).trimEnd());
  const { select, isCancel } = await import('@clack/prompts');
  const answer = await select({
    message: tell('ask_decide'),
    options: [
      { value: 'approve', label: tell('decide_approve') },
      { value: 'hour', label: tell('decide_hour') },
      { value: 'deny', label: tell('decide_deny') },
      { value: 'wait', label: tell('decide_wait') },
    ] as const,
    output: process.stderr,
  });
  // Ctrl-C: the command is taken back.
  if (isCancel(answer)) {
    process.kill(process.pid, 'SIGINT');
    return true;
  }
  if (answer === 'wait') return false;
  try {
    await api.call('POST', path, ANSWERS[answer]);
    return true;
  } catch (error) {
    if (!(error instanceof CliError) || error.code === null) throw error;
    terminal.say(terminal.red(error.message));
    return false;
  }
}
