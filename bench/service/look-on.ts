/** Somebody else who asks the service how it does, in a process of their own; says at the end how long an answer took at most. */
import { Agent, get } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

/** Between two looks. */
const LOOK_MS = 5;

const port = Number(process.argv[2]);
/** As a proxy in front would say it: somebody else is somewhere else. */
const headers = { 'x-forwarded-for': '10.99.0.1' };
const agent = new Agent({ keepAlive: true, maxSockets: 1 });
let over = false;
process.once('message', () => {
  over = true;
});

function healthz(): Promise<void> {
  return new Promise((resolve, reject) => {
    get({ agent, host: '127.0.0.1', port, path: '/healthz', headers }, (answer) => {
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
