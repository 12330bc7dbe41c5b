/** `synapse serve`: the service itself, as a child that gets the signals meant for us. */
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { SERVICE_ENVIRONMENT, SERVICE_NODE_OPTIONS } from '@synapse/contract';
import type { Action } from '../call.ts';
import { stopTogether } from '../foreground-service.ts';
import { endOf, serverProgram } from '../offline.ts';

export const serve: Action = async ({ offlineEnv, terminal }) => {
  const child = spawn(process.execPath, [...SERVICE_NODE_OPTIONS, serverProgram('main')], {
    env: { ...SERVICE_ENVIRONMENT, ...offlineEnv },
    stdio: ['ignore', terminal.json ? 'pipe' : 'inherit', 'inherit'],
  });
  stopTogether(child, terminal.env);
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
