/** `synapse serve`: the service itself, as a child that gets the signals meant for us. */
import { spawn } from 'node:child_process';
import { SERVICE_ENVIRONMENT, SERVICE_NODE_OPTIONS } from '@synapse/contract';
import type { Action } from '../call.ts';
import { endOf, serverProgram } from '../offline.ts';

export const serve: Action = async ({ offlineEnv }) => {
  const child = spawn(process.execPath, [...SERVICE_NODE_OPTIONS, serverProgram('main')], {
    env: { ...SERVICE_ENVIRONMENT, ...offlineEnv },
    stdio: 'inherit',
  });
  // A terminal sends Ctrl-C to the child as well; it decides how long stopping takes.
  process.on('SIGINT', () => undefined);
  for (const signal of ['SIGTERM', 'SIGHUP'] as const) process.on(signal, () => child.kill('SIGTERM'));
  return endOf(child);
};
