/** What runs as another login for local-as.ts. */
import { createLocalExecutor } from '@synapse/runner';
import { run } from '../executors/run-command.ts';
import type { Answered, Asked } from './local-as.ts';

const executor = createLocalExecutor();
process.on('message', async ({ script, secrets }: Asked) => {
  const { outcome, stdout, stderr } = await run(executor, script, { secrets: Object.fromEntries(secrets) });
  process.send?.({ outcome, stdout: stdout.toString(), stderr: stderr.toString() } satisfies Answered);
});
