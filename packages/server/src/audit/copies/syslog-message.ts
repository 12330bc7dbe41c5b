/** A line as a message of syslog (RFC 5424), and how it is framed on a stream (RFC 6587). Pure. */

/** Facility 13 is the log of audits; severity 6 is information. */
const PRIORITY = 13 * 8 + 6;
const APP = 'synapse';

/** Who sends, and what (RFC 5424 calls it MSGID). */
export interface Sender {
  readonly hostname: string;
  readonly pid: number;
  readonly messageId: 'checkpoint' | 'audit';
}

export function syslogMessage(line: string, at: number, { hostname, pid, messageId }: Sender): Buffer {
  const host = hostname.replace(/[^\x21-\x7e]/g, '').slice(0, 255) || '-';
  return Buffer.from(`<${PRIORITY}>1 ${new Date(at).toISOString()} ${host} ${APP} ${pid} ${messageId} - ${line}`);
}

/** Its length stands before it, so a line break in it ends nothing. */
export const framed = (message: Buffer): Buffer => Buffer.concat([Buffer.from(`${message.length} `), message]);
