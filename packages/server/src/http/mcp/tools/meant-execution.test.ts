/** Which execution the beginning of an id means, where it may be in several workspaces. */
import { expect, it } from 'vitest';
import type { CrewWorkspace } from '../../../access/access.ts';
import type { Caller } from '../../../auth/caller.ts';
import { personalWorkspaceId } from '../../../ids.ts';
import { meantIn } from './meant-execution.ts';

const workspaceOf = (crew: string): CrewWorkspace => ({
  id: personalWorkspaceId(crew),
  crew,
  username: 'ada',
  role: 'operator',
  until: null,
});
const ME = personalWorkspaceId('me');
const caller = { userId: ME, workspaceId: ME, reach: 'operator' } as unknown as Caller;

const finding = (ids: Readonly<Record<string, readonly string[]>>) =>
  meantIn(
    {
      access: { crewsOf: async () => [workspaceOf('dev'), workspaceOf('ops')] },
      executions: {
        wholeId: async (workspace, given) => ids[workspace]?.find((id) => id.startsWith(given)) ?? given,
        isKnown: async (workspace, id) => ids[workspace]?.includes(id) ?? false,
        assertKnown: async () => undefined,
      },
    },
    caller,
    '01m7rmtcn9',
  );

it('is that of one workspace alone', async () => {
  expect(await finding({ ops: ['01m7rmtcn9a'] })).toMatchObject({
    workspace: { crew: 'ops' },
    executionId: '01m7rmtcn9a',
  });
  expect(await finding({ me: ['01m7rmtcn9b'] })).toMatchObject({
    workspace: { crew: null },
    executionId: '01m7rmtcn9b',
  });
});

it.each([
  ['two crews', { dev: ['01m7rmtcn9a'], ops: ['01m7rmtcn9b'] }],
  ['one’s own and a crew', { me: ['01m7rmtcn9a'], ops: ['01m7rmtcn9b'] }],
])('of %s it is none', async (_, ids) => {
  await expect(finding(ids)).rejects.toMatchObject({ code: 'execution_not_found' });
});
