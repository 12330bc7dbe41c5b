/**
 * Another user who asks for the service's health, in a process of its own. Prints the longest answer time at the end.
 */
import { Agent, get } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

/** The pause between two requests. */
const LOOK_MS = 5;

const port = Number(process.argv[2]);
/** Another user comes from another address. */
const localAddress = '127.99.0.1';
const agent = new Agent({ keepAlive: true, maxSockets: 1 });
let over = false;
process.once('message', () => {
  over = true;
});

function healthz(): Promise<void> {
  return new Promise((resolve, reject) => {
    get({ agent, host: '127.0.0.1', port, path: '/healthz', localAddress }, (answer) => {
      answer.resume().once('end', resolve).once('error', reject);
    }).once('error', reject);
  });
}

await healthz();
process.send?.('ready');
let longest = 0;
while (!over) {
  const from = performance.now();
  await healthz();
  longest = Math.max(longest, performance.now() - from);
  await sleep(LOOK_MS);
}
agent.destroy();
process.send?.(longest);
process.disconnect();
