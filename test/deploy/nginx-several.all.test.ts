/** nginx as shipped, in front of several instances. */
import { describeEngine } from '../engines/describe-engine.ts';
import { freePort, locate } from '../engines/engines.ts';
import { findNginx, startNginx } from '../engines/nginx.ts';
import { describeBalancer } from './balancer-suite.ts';

describeEngine(await locate('nginx', findNginx), 'nginx before several', (root) => {
  describeBalancer(
    async (upstreams) => {
      const port = await freePort();
      const shipped = { file: 'deploy/nginx-several.conf', upstreams: upstreams.map((url) => new URL(url).host) };
      return { url: `http://127.0.0.1:${port}`, ...(await startNginx(root(), { port, ...shipped })) };
    },
    // One that is left out is asked nonetheless where no other is left.
    { lameDuckSeconds: 1, settleMs: 0 },
  );
});
