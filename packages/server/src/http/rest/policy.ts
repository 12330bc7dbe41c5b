/** Policies over REST: for people who are signed in alone, never for an AI token. */
import { PolicyChange, PolicyCheck, PolicyReplay, PolicyReplayRequest, PolicyText } from '@synapse/contract';
import type { Author, Policies, Replay } from '../../policy/index.ts';
import { type Call, endpoint } from '../endpoint.ts';
import { sourceOf } from '../source-of.ts';

export interface PolicyServices {
  readonly policies: Policies;
  readonly replayPolicy: Replay;
}

const author = ({ session: { user }, workspace, tell, ip, request }: Call<'user' | 'admin'>): Author => ({
  workspaceId: workspace.id,
  username: user.username,
  ip,
  source: sourceOf(request),
  tell,
});

export const getPolicy = ({ policies }: PolicyServices) =>
  endpoint({
    summary: 'The user’s policy, as it was typed.',
    access: 'user',
    answer: PolicyText,
    handle: (_input, { workspace }) => policies.get(workspace.id),
  });

export const putPolicy = ({ policies }: PolicyServices) =>
  endpoint({
    summary: 'Put a policy in force. A wrong text is refused with its line and column, and the old one stays.',
    access: 'user',
    body: PolicyChange,
    answer: PolicyText,
    handle: ({ body }, call) => policies.put(author(call), body),
  });

export const getInstancePolicy = ({ policies }: PolicyServices) =>
  endpoint({
    summary: 'The policy of the instance, which makes everybody’s stricter.',
    access: 'admin',
    answer: PolicyText,
    handle: () => policies.getInstance(),
  });

export const putInstancePolicy = ({ policies }: PolicyServices) =>
  endpoint({
    summary: 'Put a policy of the instance in force, for every user.',
    access: 'admin',
    body: PolicyChange,
    answer: PolicyText,
    handle: ({ body }, call) => policies.putInstance(author(call), body),
  });

export const checkPolicy = ({ policies }: PolicyServices) =>
  endpoint({
    summary: 'Whether a text is a policy, without putting it in force.',
    access: 'user',
    body: PolicyCheck,
    answer: null,
    handle: ({ body }, { workspace }) => policies.check(workspace.id, body.text, workspace.crew !== null),
  });

export const replayPolicy = ({ replayPolicy }: PolicyServices) =>
  endpoint({
    summary: 'What a policy would have decided differently in the user’s log, without putting it in force.',
    access: 'user',
    body: PolicyReplayRequest,
    answer: PolicyReplay,
    handle: ({ body: { text, days } }, { workspace }) =>
      replayPolicy(workspace.id, text, days, workspace.crew !== null),
  });
