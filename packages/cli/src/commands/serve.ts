/** `synapse serve`: runs the service as a child process, which also gets the signals sent to us. */
import { createInterface } from 'node:readline';
import { SERVICE_ENVIRONMENT, SERVICE_NODE_OPTIONS } from '@synapse/contract/service-process';
import { startChild } from '@synapse/runner/start-child';
import type { Action } from '../call.ts';
import { stopTogether } from '../foreground-service.ts';
import { endOf, serverProgram } from '../offline.ts';

export const serve: Action = async ({ offlineEnv, terminal }) => {
  const child = startChild(process.execPath, [...SERVICE_NODE_OPTIONS, serverProgram('main')], {
    env: { ...SERVICE_ENVIRONMENT, ...offlineEnv },
    stdio: ['ignore', terminal.json ? 'pipe' : 'inherit', 'inherit', 'ipc'],
  });
  stopTogether(child, terminal.env);
  if (child.stdout !== null) {
    // The answer is the address on which it listens. Everything else it tells a person goes to stderr.
    createInterface({ input: child.stdout }).on('line', (line) => {
      const url = /listening on (\S+)$/.exec(line)?.[1];
      if (url === undefined) terminal.say(line);
      else terminal.answer({ url }, () => '');
    });
  }
  return endOf(child);
};
