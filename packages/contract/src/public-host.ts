/** Whether the whole internet can know the host of an address: the clouds of assistants call from there. */

const V4 = /^\d+\.\d+\.\d+\.\d+$/;
const PRIVATE_V4 =
  /^(?:0|10|127)\.|^192\.168\.|^172\.(?:1[6-9]|2\d|3[01])\.|^169\.254\.|^100\.(?:6[4-9]|[7-9]\d|1[01]\d|12[0-7])\./;
const PRIVATE_V6 = /^(?:::1?$|::ffff:|f[cd]|fe[89ab])/i;
const PRIVATE_NAME = /(?:^|\.)(?:localhost|local|internal|lan|home|home\.arpa|test)$/i;

/** `hostname` as in a URL: an IPv6 address stands in brackets. */
export function isPublicHost(hostname: string): boolean {
  if (V4.test(hostname)) return !PRIVATE_V4.test(hostname);
  if (hostname.startsWith('[')) return !PRIVATE_V6.test(hostname.slice(1, -1));
  return hostname.includes('.') && !PRIVATE_NAME.test(hostname);
}

/** An address that Claude.ai and ChatGPT can call. */
export function isReachedFromCloud(url: string): boolean {
  const { protocol, hostname } = new URL(url);
  return protocol === 'https:' && isPublicHost(hostname);
}
