/** Whether NATS can be reached and lets this installation in: for `synapse doctor`. */
import { readFileSync } from 'node:fs';
import { connect } from '@nats-io/transport-node';

const CONNECT_MS = 5_000;

/** Null when all is well. */
export async function checkNats(url: string, caFile: string | null): Promise<string | null> {
  const { host, username, password } = new URL(url);
  try {
    const connection = await connect({
      servers: host,
      ...(username === '' ? {} : { user: decodeURIComponent(username), pass: decodeURIComponent(password) }),
      ...(url.startsWith('tls:') || caFile !== null
        ? { tls: caFile === null ? {} : { ca: readFileSync(caFile, 'utf8') } }
        : {}),
      timeout: CONNECT_MS,
      reconnect: false,
    });
    await connection.close();
    return null;
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'it does not answer';
    return `${host}: ${reason}`;
  }
}
