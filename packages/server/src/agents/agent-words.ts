/** How an agent says that a command ended, or that it did not run. */
import { type AgentFrame, Refusal } from '@synapse/contract';
import type { Outcome } from '@synapse/runner';

type EndedFrame = Extract<AgentFrame, { type: 'ended' }>;

/** How a command ended, as its agent reported it. */
export function agentOutcome(said: EndedFrame['outcome']): Outcome {
  if (said.kind !== 'lost') return said;
  return { kind: 'lost', reason: { fr: said.reason, en: said.english ?? said.reason } };
}

/** A refusal that an agent sent. Only codes that an agent may use are accepted as such. */
export function agentRefusal(
  code: Refusal['code'],
  details: Record<string, string>,
  english: Record<string, string> = {},
): Refusal {
  const fitting = [
    'cwd_not_found',
    'container_unavailable',
    'machine_unreachable',
    'machine_shell_stuck',
    'agent_refused',
  ];
  const worded = Object.entries(details).map(([name, fr]) => [name, { fr, en: english[name] ?? fr }]);
  if (fitting.includes(code)) return new Refusal(code, Object.fromEntries(worded));
  return new Refusal('machine_unreachable', { reason: code });
}
