/** Plain twin: each piece that ssh2 writes leaves by itself. */
import { connect } from 'node:net';
import type {
  connectSocket as Real,
  gatheringTunnel as RealTunnel,
} from '../../packages/server/src/executors/ssh/socket.ts';
import type { Trick } from '../without/trick.ts';

export const trick: Trick = {
  file: 'packages/server/src/executors/ssh/socket.ts',
  loads: ['ssh 16 at once', 'ssh output'],
};

export const connectSocket: typeof Real = (host, port) => connect({ host, port, noDelay: true }).on('error', () => {});

export const gatheringTunnel: typeof RealTunnel = (tunnel) => tunnel;
