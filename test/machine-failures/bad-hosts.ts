/** Hosts that fail, each in its own way: from a name that does not resolve to a shell that hangs. */
import { createServer, type Server, type Socket } from 'node:net';
import ssh2, { type Connection, type ServerChannel, type Session } from 'ssh2';
import { generateEd25519 } from '../engines/ed25519-keys.ts';
import { freePort } from '../engines/engines.ts';

export interface BadHost {
  readonly name: string;
  readonly host: string;
  readonly port: number;
  /** What a command on it is refused with, if the key can be read. */
  readonly code: 'machine_unreachable' | 'machine_shell_stuck' | 'host_key_changed';
  /** What ends the wait for it, given a key that can be read: the time for connecting, that for its shell, or itself. */
  readonly ends?: 'connect' | 'shell';
  /** The key that its owner expects. */
  readonly hostKey?: string;
}

export interface BadHosts {
  readonly hosts: readonly BadHost[];
  close(): void;
}

const FLOOD_MS = 40;

export async function openBadHosts(): Promise<BadHosts> {
  const servers: Server[] = [];
  const sockets = new Set<Socket>();
  const listen = async (onSocket: (socket: Socket) => void): Promise<number> => {
    const server = createServer((socket) => {
      sockets.add(socket);
      socket.on('error', () => {}).once('close', () => sockets.delete(socket));
      onSocket(socket);
    });
    servers.push(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return (server.address() as { port: number }).port;
  };
  const says = (first: string | Buffer) => listen((socket) => void socket.resume().write(first));
  const floods = (line: string) =>
    listen((socket) => {
      const timer = setInterval(() => socket.writableLength < 1e6 && socket.write(line.repeat(50)), FLOOD_MS);
      socket.resume().once('close', () => clearInterval(timer));
    });
  const hostKey = generateEd25519().private;
  /** A real ssh server up to the point where it fails. */
  const ssh = (onClient: (client: Connection) => void) => {
    const server = new ssh2.Server({ hostKeys: [hostKey] }, (client) => {
      client.on('error', () => {});
      onClient(client);
    });
    return listen((socket) => server.injectSocket(socket));
  };
  const letIn = (onSession: (accept: () => Session, reject: () => void, client: Connection) => void) =>
    ssh((client) => {
      client.on('authentication', (context) => context.accept());
      client.on('session', (accept, reject) => onSession(accept, reject, client));
    });
  const onExec = (run: (channel: ServerChannel) => void) =>
    letIn((accept) => void accept().on('exec', (start) => run(start().on('error', () => {}))));

  const unreachable = { host: '127.0.0.1', code: 'machine_unreachable' } as const;
  const silent = { ...unreachable, ends: 'connect' } as const;
  const stuck = { host: '127.0.0.1', code: 'machine_shell_stuck', ends: 'shell' } as const;
  const hosts: BadHost[] = [
    { ...unreachable, name: 'does not resolve', host: 'no-such-host.invalid', port: 22 },
    { ...unreachable, name: 'refuses', port: await freePort() },
    { ...silent, name: 'silent', port: await listen((socket) => void socket.resume()) },
    { ...silent, name: 'greets, then silent', port: await says('SSH-2.0-OpenSSH_9.9\r\n') },
    { ...silent, name: 'half a greeting', port: await says('SSH-2.0-Ope') },
    { ...unreachable, name: 'closes at once', port: await listen((socket) => void socket.destroy()) },
    { ...silent, name: 'garbage', port: await says(Buffer.alloc(5_000, 0xfe)) },
    { ...unreachable, name: 'garbage after the greeting', port: await says(`SSH-2.0-x\r\n${'\xff'.repeat(9_000)}`) },
    { ...silent, name: 'endless lines', port: await floods('Welcome to this host, please wait\r\n') },
    { ...silent, name: 'an endless line', port: await floods('Welcome to this host, please wait') },
    { ...silent, name: 'another protocol', port: await says('HTTP/1.1 400 Bad Request\r\n\r\n') },
    { ...unreachable, name: 'an older ssh', port: await says('SSH-1.5-ancient\r\n') },
    {
      name: 'another host key',
      host: '127.0.0.1',
      code: 'host_key_changed' as const,
      port: await letIn((accept) => void accept()),
      hostKey: generateEd25519().public.trim(),
    },
    { ...unreachable, name: 'login refused', port: await ssh((one) => one.on('authentication', (to) => to.reject())) },
    { ...silent, name: 'login unanswered', port: await ssh((one) => one.on('authentication', () => {})) },
    { ...unreachable, name: 'cut after the login', port: await letIn((_accept, _reject, client) => client.end()) },
    { ...unreachable, name: 'channel refused', port: await letIn((_accept, reject) => reject()) },
    { ...stuck, name: 'channel unanswered', port: await letIn(() => {}) },
    {
      ...unreachable,
      name: 'command refused',
      port: await letIn((accept) => void accept().on('exec', (_accept, reject) => reject?.())),
    },
    { ...unreachable, name: 'shell ends at once', port: await onExec((channel) => channel.exit(1) ?? channel.end()) },
    { ...stuck, name: 'shell silent', port: await onExec((channel) => void channel.resume()) },
    { ...stuck, name: 'shell greets, then hangs', port: await onExec((channel) => void channel.write('hello\n')) },
    {
      ...stuck,
      name: 'shell talks without end',
      port: await onExec((channel) => {
        const timer = setInterval(() => channel.writable && channel.write('still starting\n'), FLOOD_MS);
        channel.resume().once('close', () => clearInterval(timer));
      }),
    },
  ];
  return {
    hosts,
    close: () => {
      for (const server of servers) server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
