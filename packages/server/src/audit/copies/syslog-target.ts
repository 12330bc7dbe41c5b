/** Sends checkpoints to a syslog: datagrams over UDP, or a stream over TCP or a Unix socket. */
import { createSocket } from 'node:dgram';
import { connect, type Socket } from 'node:net';
import { hostname } from 'node:os';
import type { CopyTarget } from './copy-target.ts';
import { framed, syslogMessage } from './syslog-message.ts';

const WITHIN_MS = 5_000;
/** Of `udp:` and of `tcp:`, where the address names none. */
const PORTS = { udp: 514, tcp: 601 };

const sender = { hostname: hostname(), pid: process.pid };
const messageOf = (line: string): Buffer => syslogMessage(line, Date.now(), sender);

export function syslogTarget(url: string): CopyTarget {
  const { protocol, hostname: host, port, pathname } = new URL(url);
  const name = protocol.slice(0, -1);
  if (name === 'udp') return overUdp(bare(host), Number(port || PORTS.udp), `udp://${host}`);
  const where = name === 'unix' ? { path: pathname } : { host: bare(host), port: Number(port || PORTS.tcp) };
  return overStream(where, name === 'unix' ? `unix:${pathname}` : `tcp://${host}`);
}

const bare = (host: string): string => host.replace(/^\[|\]$/g, '');

/** Nobody confirms a datagram: sent is all that can be known. */
function overUdp(host: string, port: number, name: string): CopyTarget {
  return {
    name,
    send: (line) =>
      new Promise((resolve) => {
        const socket = createSocket(host.includes(':') ? 'udp6' : 'udp4');
        const timer = setTimeout(() => end('no answer in time'), WITHIN_MS);
        let over = false;
        const end = (problem: string | null): void => {
          // What comes after the time was over has nothing to close any more.
          if (over) return;
          over = true;
          clearTimeout(timer);
          socket.close();
          resolve(problem);
        };
        socket.on('error', (error) => end(reasonOf(error)));
        socket.send(messageOf(line), port, host, (error) => end(error === null ? null : reasonOf(error)));
      }),
    close: () => undefined,
  };
}

/** One connection, kept while it works. */
function overStream(where: { path: string } | { host: string; port: number }, name: string): CopyTarget {
  let open: Socket | null = null;
  const connected = (): Socket => {
    const socket = connect(where).unref();
    // Also between two lines: the next one then opens another connection.
    const forget = (): void => {
      if (open === socket) open = null;
    };
    return socket.on('error', forget).on('close', forget);
  };
  return {
    name,
    send: (line) =>
      new Promise((resolve) => {
        open ??= connected();
        const socket = open;
        const end = (problem: string | null): void => {
          clearTimeout(timer);
          socket.off('error', failed);
          socket.off('close', gone);
          if (problem !== null) {
            open = null;
            socket.destroy();
          }
          resolve(problem);
        };
        const failed = (error: Error): void => end(reasonOf(error));
        const gone = (): void => end('the connection was closed');
        const timer = setTimeout(() => end('no answer in time'), WITHIN_MS);
        socket.once('error', failed);
        socket.once('close', gone);
        socket.write(framed(messageOf(line)), (error) => {
          if (!error) end(null);
        });
      }),
    close: () => open?.destroy(),
  };
}

const reasonOf = (error: Error): string => ('code' in error ? String(error.code) : error.message);
