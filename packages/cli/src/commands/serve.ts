/** `synapse serve`: the service itself, as a child that gets the signals meant for us. */
import { createInterface } from 'node:readline';
import { SERVICE_ENVIRONMENT, SERVICE_NODE_OPTIONS } from '@synapse/contract';
import { startChild } from '@synapse/runner/start-child';
import type { Action } from '../call.ts';
import { endOf, serverProgram } from '../offline.ts';

export const serve: Action = async ({ offlineEnv, terminal }) => {
  const child = startChild(process.execPath, [...SERVICE_NODE_OPTIONS, serverProgram('main')], {
    env: { ...SERVICE_ENVIRONMENT, ...offlineEnv },
    stdio: ['ignore', terminal.json ? 'pipe' : 'inherit', 'inherit'],
  });
  // A terminal sends Ctrl-C to the child as well; it decides how long stopping takes.
  process.on('SIGINT', () => undefined);
  for (const signal of ['SIGTERM', 'SIGHUP'] as const) process.on(signal, () => child.kill('SIGTERM'));
  if (child.stdout !== null) {
    // The answer is where it listens; what else it says to a person goes where such things go.
    createInterface({ input: child.stdout }).on('line', (line) => {
      const url = /listening on (\S+)$/.exec(line)?.[1];
      if (url === undefined) terminal.say(line);
      else terminal.answer({ url }, () => '');
    });
  }
  return endOf(child);
};
