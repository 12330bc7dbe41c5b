/** The only place that makes an ssh client or takes a channel of one: their errors are listened to from the start. */
import ssh2, { type Client } from 'ssh2';

/** Whoever waits for it listens too; the error of one that nobody waits for any more would otherwise end the service. */
export function newSshClient(): Client {
  return new ssh2.Client().on('error', () => {});
}

/** A channel fails with its connection, which says why. */
export function listenTo<C extends NodeJS.EventEmitter & { readonly stderr?: NodeJS.EventEmitter }>(channel: C): C {
  channel.on('error', () => {});
  channel.stderr?.on('error', () => {});
  return channel;
}
