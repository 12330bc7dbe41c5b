/** Sends lines to a syslog: datagrams over UDP, or a stream over TCP, TLS or a Unix socket. */
import { createSocket } from 'node:dgram';
import { connect, isIP, type Socket } from 'node:net';
import { hostname } from 'node:os';
import { connect as connectTls } from 'node:tls';
import type { CopyTarget } from './copy-target.ts';

const WITHIN_MS = 5_000;
/** Where the address names none. */
const PORTS = { udp: 514, tcp: 601, tls: 6514 };

type MessageOf = (line: string) => Buffer;

export function syslogTarget(url: string, messageId: Sender['messageId']): CopyTarget {
  const sender: Sender = { hostname: hostname(), pid: process.pid, messageId };
  const messageOf: MessageOf = (line) => syslogMessage(line, Date.now(), sender);
  const { protocol, hostname: host, port, pathname } = new URL(url);
  const at = bare(host);
  switch (protocol) {
    case 'udp:':
      return overUdp(at, Number(port || PORTS.udp), `udp://${host}`, messageOf);
    case 'unix:':
      return overStream(() => connect({ path: pathname }), `unix:${pathname}`, messageOf);
    case 'tls:': {
      const where = { host: at, port: Number(port || PORTS.tls), ...(isIP(at) === 0 ? { servername: at } : {}) };
      return overStream(() => connectTls(where), `tls://${host}`, messageOf);
    }
    default: {
      const where = { host: at, port: Number(port || PORTS.tcp) };
      return overStream(() => connect(where), `tcp://${host}`, messageOf);
    }
  }
}

const bare = (host: string): string => host.replace(/^\[|\]$/g, '');

/** Datagrams are not confirmed: only sending is known. */
function overUdp(host: string, port: number, name: string, messageOf: MessageOf): CopyTarget {
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
function overStream(join: () => Socket, name: string, messageOf: MessageOf): CopyTarget {
  let open: Socket | null = null;
  const connected = (): Socket => {
    const socket = join().unref();
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

/** A line as a message of syslog (RFC 5424), and how it is framed on a stream (RFC 6587). Pure. */

/** Facility 13 is the log of audits; severity 6 is information. */
const PRIORITY = 13 * 8 + 6;
const APP = 'synapse';

/** Who sends, and what (RFC 5424 calls it MSGID). */
interface Sender {
  readonly hostname: string;
  readonly pid: number;
  readonly messageId: 'checkpoint' | 'audit';
}

function syslogMessage(line: string, at: number, { hostname, pid, messageId }: Sender): Buffer {
  const host = hostname.replace(/[^\x21-\x7e]/g, '').slice(0, 255) || '-';
  return Buffer.from(`<${PRIORITY}>1 ${new Date(at).toISOString()} ${host} ${APP} ${pid} ${messageId} - ${line}`);
}

/** Its length stands before it, so a line break in it ends nothing. */
const framed = (message: Buffer): Buffer => Buffer.concat([Buffer.from(`${message.length} `), message]);
