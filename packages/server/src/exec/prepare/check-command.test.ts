import type { Refusal } from '@synapse/contract';
import { expect, it } from 'vitest';
import type { MachineRecord } from '../../machines/machines.ts';
import { chooseContainer, chooseCwd } from './check-command.ts';

const machine = {
  kind: 'local',
  defaultCwd: null,
  defaultContainer: null,
  containers: ['web', 'db', 'cache'],
} as const;
const refusalOf = (work: () => unknown): Refusal | null => {
  try {
    work();
    return null;
  } catch (error) {
    return error as Refusal;
  }
};
const cwdOf = (command: string) =>
  refusalOf(() => chooseCwd(machine as unknown as MachineRecord, null, undefined, command))?.code ?? null;

it.each([
  'git',
  'git ',
  'git status',
  '  git log',
  'git -C . log',
  'git -C sub log',
  'git --no-pager log',
  'git versions',
  'git -c core.pager=cat log',
  'git -c /x log',
  'git --no-pager -C sub log',
])('%j needs a working directory: git must not guess a repository', (command) =>
  expect(cwdOf(command)).toBe('cwd_required'),
);

it.each([
  'git --version',
  'git  version',
  'git --help',
  'git help log',
  'git -C /srv/app log',
  'git  -C  /srv/app log',
  'git -C "/srv/my app" status',
  'git -C ~/app status',
  'git --no-pager -C /srv/app log',
  'git -c core.pager=cat -C/srv/app log',
  "git --no-pager -c a.b='c d' -C '/srv/my app' log",
  'gitk',
  'ls',
])('%j needs none', (command) => expect(cwdOf(command)).toBeNull());

it('names the containers that there are, the nearest first', () => {
  const refusal = refusalOf(() => chooseContainer(machine as unknown as MachineRecord, 'dv'));
  expect(refusal).toMatchObject({ code: 'container_forbidden' });
  expect(refusal!.fieldsIn('en')).toEqual([{ field: 'container', problem: '“dv”; there are: db, web, cache' }]);
  const many = { ...machine, containers: ['p', 'q', 'r', 's', 't', 'u', 'w', 'dw'] } as unknown as MachineRecord;
  const problems = refusalOf(() => chooseContainer(many, 'dv'))!.fieldsIn('en');
  expect(problems).toEqual([{ field: 'container', problem: '“dv”; there are: dw, p, q, r, s, t and 2 more' }]);
  const none = { ...machine, containers: [] } as unknown as MachineRecord;
  expect(refusalOf(() => chooseContainer(none, 'dv'))!.fieldsIn('en')).toEqual([
    { field: 'container', problem: expect.stringContaining('no container is allowed on this machine') },
  ]);
});
