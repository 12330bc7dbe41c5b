/**
 * Loaded into the service's process. On SIGUSR2 it prints the longest time that its thread has computed between two
 * turns of the event loop since the last signal. It counts computing, not waiting, so a busy computer makes little
 * difference.
 */
const EVERY_MS = 1;

let longest = 0;
let last = process.threadCpuUsage();

const tick = (): void => {
  const { user, system } = process.threadCpuUsage(last);
  longest = Math.max(longest, (user + system) / 1000);
  last = process.threadCpuUsage();
  setTimeout(tick, EVERY_MS).unref();
};
tick();

process.on('SIGUSR2', () => {
  process.stdout.write(`longest turn: ${longest.toFixed(1)} ms\n`);
  longest = 0;
});
