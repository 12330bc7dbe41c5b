/** `synapse session …`: one's own open sessions. */
import type { OwnSession } from '@synapse/contract';
import type { Action } from '../call.ts';
import { usageError } from '../cli-error.ts';
import { forgetSession } from '../session.ts';
import { table } from '../terminal.ts';
import { columns, tell } from '../words/tell.ts';

export const listSessions: Action = async ({ terminal, api }) => {
  const { sessions } = await api().call<{ sessions: OwnSession[] }>('GET', '/auth/sessions');
  terminal.answer({ sessions }, () =>
    table(
      columns('sessions_head'),
      sessions.map(({ id, browser, system, address, method, created_at, last_used_at, current }) => [
        id,
        [browser, system].filter(Boolean).join(' / '),
        address,
        method,
        created_at,
        last_used_at,
        current ? '*' : '',
      ]),
    ),
  );
  return undefined;
};

export const endSessions: Action = async ({ args, options, terminal, api }) => {
  const [id] = args;
  const all = options.all === true;
  if (id !== undefined && all) throw usageError(tell('either', { one: '[id]', other: '--all' }));
  const path = id === undefined ? (all ? '' : '?keep=current') : `/${encodeURIComponent(id)}`;
  await api().call('DELETE', `/auth/sessions${path}`);
  if (all) forgetSession(terminal.env);
  const said = all ? 'all_sessions_ended' : 'other_sessions_ended';
  terminal.answer({ ended: id ?? (all ? 'all' : 'others') }, () =>
    id === undefined ? tell(said) : tell('one_session_ended', { id }),
  );
  return undefined;
};
