/** Signs a request to an S3-compatible service: AWS Signature Version 4, for one request with a known body. Pure. */
import { createHash, createHmac } from 'node:crypto';

export interface BucketKeys {
  readonly keyId: string;
  readonly secret: string;
  readonly region: string;
}

export interface UnsignedRequest {
  readonly method: 'GET' | 'PUT' | 'DELETE';
  readonly url: URL;
  /** SHA-256 of the body, in hexadecimal digits. */
  readonly bodyHash: string;
  readonly now: number;
}

export const EMPTY_HASH = createHash('sha256').digest('hex');

/** The headers that have to be sent with it. `Host` is signed, too, and sent by the HTTP client. */
export function signRequest(keys: BucketKeys, { method, url, bodyHash, now }: UnsignedRequest): Record<string, string> {
  const time = new Date(now).toISOString().replace(/[-:]|\.\d{3}/g, '');
  const scope = [time.slice(0, 8), keys.region, 's3', 'aws4_request'];
  const headers = { host: url.host, 'x-amz-content-sha256': bodyHash, 'x-amz-date': time };
  const names = Object.keys(headers).join(';');
  const lines = Object.entries(headers).map(([name, value]) => `${name}:${value}\n`);
  const request = [method, encodedPath(url), url.searchParams.toString(), lines.join(''), names, bodyHash].join('\n');
  const toSign = ['AWS4-HMAC-SHA256', time, scope.join('/'), createHash('sha256').update(request).digest('hex')];
  const key = scope.reduce<Buffer | string>((step, part) => hmac(step, part), `AWS4${keys.secret}`);
  const signature = hmac(key, toSign.join('\n')).toString('hex');
  const { host: _sentAnyway, ...sent } = headers;
  return {
    ...sent,
    authorization: `AWS4-HMAC-SHA256 Credential=${keys.keyId}/${scope.join('/')}, SignedHeaders=${names}, Signature=${signature}`,
  };
}

/** Each part as S3 wants it: all but letters, digits and four signs in percent. */
function encodedPath({ pathname }: Pick<URL, 'pathname'>): string {
  const encode = (part: string): string =>
    encodeURIComponent(decodeURIComponent(part)).replace(
      /[!'()*]/g,
      (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
    );
  return pathname.split('/').map(encode).join('/');
}

const hmac = (key: Buffer | string, text: string): Buffer => createHmac('sha256', key).update(text).digest();
