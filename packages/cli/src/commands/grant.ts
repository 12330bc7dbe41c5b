/** `synapse grant`: gives a grant for an hour, lists grants, and revokes one. */
import type { Grant } from '@synapse/contract';
import { type Action, type Call, given, textOption } from '../call.ts';
import { usageError } from '../cli-error.ts';
import { table } from '../terminal.ts';
import { columns, tell } from '../words/tell.ts';

export const grant: Action = async (call) => {
  const { args, options, terminal, api } = call;
  const machine = args[0];
  const end = textOption(options.end);
  if (machine !== undefined && end !== undefined) throw usageError(tell('grant_which'));
  if (end !== undefined) {
    await api().call('DELETE', `/synapse/grants/${encodeURIComponent(end)}`);
    terminal.answer({ id: end, ended: true }, () => tell('grant_ended', { id: end }));
    return;
  }
  if (machine === undefined) return listGrants(call);
  const body = { machine, ...given({ token: textOption(options.token) }) };
  const made = await api().call<Grant>('POST', '/synapse/grants', body);
  const until = terminal.time(made.expires_at!);
  terminal.answer(made, () => tell('grant_made', { machine: made.machine, until, whose: whoseOf(made) }));
  terminal.say(tell('grant_end_hint', { id: made.id }));
};

async function listGrants({ terminal, api }: Call): Promise<void> {
  const { grants } = await api().call<{ grants: Grant[] }>('GET', '/synapse/grants');
  terminal.answer({ grants }, () =>
    grants.length === 0
      ? tell('grants_none')
      : table(
          columns('grants_head'),
          grants.map((one) => [
            one.id,
            one.machine,
            whoseOf(one),
            one.expires_at,
            one.command_template ?? tell('grant_anything'),
          ]),
        ),
  );
}

const whoseOf = ({ token_hint }: Grant): string => token_hint ?? tell('grant_own');
