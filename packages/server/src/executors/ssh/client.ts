/**
 * The only place that makes an ssh client or takes one of its channels. Their errors have a listener from the start.
 */
import ssh2, { type Client } from 'ssh2';

/**
 * The code that waits for the client listens too. Without this listener, an error after that would end the
 * service.
 */
export function newSshClient(): Client {
  return new ssh2.Client().on('error', () => {});
}

/** A channel fails with its connection, which reports the reason. */
export function listenTo<C extends NodeJS.EventEmitter & { readonly stderr?: NodeJS.EventEmitter }>(channel: C): C {
  channel.on('error', () => {});
  channel.stderr?.on('error', () => {});
  return channel;
}
