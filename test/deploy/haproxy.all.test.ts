/** HAProxy as shipped, in front of several instances. */
import { describeEngine } from '../engines/describe-engine.ts';
import { locate } from '../engines/engines.ts';
import { findHaproxy, startHaproxy } from '../engines/haproxy.ts';
import { describeBalancer } from './balancer-suite.ts';

describeEngine(await locate('haproxy', findHaproxy), 'HAProxy', (root) => {
  describeBalancer((upstreams) => startHaproxy(root(), upstreams), { lameDuckSeconds: 2, settleMs: 700 });
});
