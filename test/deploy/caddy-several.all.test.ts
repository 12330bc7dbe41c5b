/** Caddy as shipped, in front of several instances. */
import { readFileSync } from 'node:fs';
import { findCaddy, startCaddy } from '../engines/caddy.ts';
import { describeEngine } from '../engines/describe-engine.ts';
import { freePort, locate } from '../engines/engines.ts';
import { describeBalancer } from './balancer-suite.ts';

describeEngine(await locate('caddy', findCaddy), 'Caddy before several', (root) => {
  describeBalancer(
    async (upstreams) => {
      const url = `http://127.0.0.1:${await freePort()}`;
      return { url, ...(await startCaddy(root(), url, configuration(url, upstreams))) };
    },
    { lameDuckSeconds: 2, settleMs: 700 },
  );
});

/** The shipped file. Only what this computer lacks is replaced: the name with its certificate, the addresses, patience. */
function configuration(url: string, upstreams: readonly string[]): string {
  return readFileSync('deploy/Caddyfile.several', 'utf8')
    .replace('synapse.example {', `${url} {`)
    .replace(/10\.0\.0\.1:8080.*10\.0\.0\.3:8080/, upstreams.map((upstream) => new URL(upstream).host).join(' '))
    .replace('health_interval 2s', 'health_interval 300ms')
    .replace('fail_duration 2s', 'fail_duration 500ms');
}
