/** A secret's value leaves the vault for a machine in one place: the code that could go around it is counted here. */
import { expect, it } from 'vitest';
import { SOURCES, textOf } from './sources.ts';

const SERVER = 'packages/server/src/';
const places = (written: RegExp): string[] => SOURCES.filter((file) => written.test(textOf(file))).toSorted();

it.each([
  ['all values of a vault are opened', /\.openAll\(/, [`${SERVER}vault/vault-snapshot.ts`]],
  ['a clearance is made', /new Clearance\(/, [`${SERVER}vault/clearance.ts`]],
  ['a value is used to search output', /\.valueToRedact\(/, [`${SERVER}exec/run/job-record.ts`]],
  // Text of ours that contains values which were cleared before, and what a service has sent to an agent.
  [
    'a value is made',
    /new SecretValue\(/,
    [
      'packages/agent/src/commands.ts',
      'packages/runner/src/sandbox/confine.ts',
      // A cleared value, escaped for where `echo` or `printf` would interpret it.
      `${SERVER}exec/prepare/resolve-command.ts`,
      `${SERVER}exec/run/run-job.ts`,
      // What an earlier command left in its session: never a value of the vault.
      `${SERVER}exec/session/in-session.ts`,
      `${SERVER}vault/vault.ts`,
    ],
  ],
  ['the ssh agent of the service is found', /config\.sshAgent/, [`${SERVER}compose/machines.ts`]],
  [
    'the ssh agent of the service is used',
    /ports\.sshAgent\(|sshAgent: async/,
    [`${SERVER}compose/machines.ts`, `${SERVER}executors/registry.ts`],
  ],
])('%s only where it may be', (_what, written, expected) => {
  expect(places(written)).toEqual(expected);
});

it('the ssh agent is asked for with the machine that it would sign for', () => {
  expect(textOf(`${SERVER}compose/machines.ts`)).toContain('clearSshAgent(config.sshAgent, machine)');
});
