/** `synapse approvals`, `approve` and `deny`: pending approvals, and your decision. */
import type { Approval } from '@synapse/contract';
import type { Api } from '../api.ts';
import { type Action, type Call, given, textOption } from '../call.ts';
import { CliError, usageError } from '../cli-error.ts';
import { printable, table } from '../terminal.ts';
import { columns, tell } from '../words/tell.ts';
import { fileLines, listApprovals, placeOf } from './list-approvals.ts';
import { watchApprovals } from './watch-approvals.ts';

export const approvals: Action = async (call) => {
  const { options, terminal } = call;
  const api = call.api();
  if (options.watch === true) return watchApprovals(call, api);
  const status = options.all === true ? undefined : 'pending';
  const found = await listApprovals(api, status);
  terminal.answer({ approvals: found }, () =>
    found.length === 0 ? tell('approvals_none') : shownAsTable(call, found),
  );
};

export const approve: Action = (call) => {
  const { options } = call;
  if (options.hour === true && options.template === true) throw usageError(tell('approvals_either'));
  const until = options.hour === true ? 'hour' : options.template === true ? 'template' : undefined;
  return decide(call, { decision: 'approve', ...given({ for: until, comment: textOption(options.comment) }) });
};

export const deny: Action = (call) =>
  decide(call, { decision: 'deny', ...given({ comment: textOption(call.options.comment) }) });

async function decide(call: Call, body: { decision: 'approve' | 'deny' }): Promise<void> {
  const { args, terminal } = call;
  const service = call.api();
  const id = args[0] ?? (await onlyOne(call, service));
  const decided = await service.call<Approval>('POST', `/synapse/approvals/${encodeURIComponent(id)}`, body);
  const what = `${placeOf(decided)}: ${printable(decided.command_template)}`;
  terminal.answer(decided, () => tell(body.decision === 'approve' ? 'approved' : 'denied', { what }));
}

/** A request is shown before it is decided. */
async function onlyOne(call: Call, service: Api): Promise<string> {
  const waiting = await listApprovals(service, 'pending');
  const [first] = waiting;
  if (first === undefined) throw new CliError(tell('approvals_none'));
  if (!call.terminal.json) call.terminal.say(shownAsTable(call, waiting));
  if (waiting.length > 1) throw usageError(tell('approvals_which'));
  return first.id;
}

/** What would be written to files follows, because a name alone is not enough to decide. */
function shownAsTable(call: Call, found: readonly Approval[]): string {
  const files = found.flatMap((one) =>
    one.status === 'pending' && one.file !== null ? ['', one.id, ...fileLines(call, one.file)] : [],
  );
  return [asTable(found), ...files].join('\n');
}

function asTable(found: readonly Approval[]): string {
  return table(
    columns('approvals_head'),
    found.map((one) => [
      one.id,
      one.status,
      one.expires_at,
      placeOf(one),
      one.token_label ?? one.token_hint,
      one.command_template,
    ]),
  );
}
