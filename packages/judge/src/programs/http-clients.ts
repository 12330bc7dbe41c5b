/** `curl` and `wget`: a plain GET of this computer itself reads; anything else goes out. */
import { type Arg, textOf } from '../arg.ts';
import { byOperands, opaque } from '../judge-program.ts';
import type { Call, Program, ReadArgs } from '../program.ts';
import type { Finding } from '../walk/frame.ts';
import { why } from '../why.ts';

const HERE = /^(?:https?:\/\/)?(?:localhost|127\.\d{1,3}\.\d{1,3}\.\d{1,3}|\[::1\])(?::\d{1,5})?(?:[/?][^\s@#\\]*)?$/i;

/**
 * Headers that say who asks, and in which form. Others may make it another request than a GET, or end it early; a line
 * that begins with any other word may be a command, for a service of another kind may be listening.
 */
const HEADER =
  /^(?:accept(?:-charset|-encoding|-language)?|authorization|cache-control|cookie|if-(?:match|none-match|modified-since|unmodified-since)|origin|pragma|referer|user-agent|(?:x-)?(?:api-key|auth-token|correlation-id|request-id)|x-forwarded-(?:for|host|port|proto)|x-real-ip|traceparent): ?\S/i;

const areHeaders = (args: readonly Arg[]): boolean => args.every((arg) => HEADER.test(textOf(arg) ?? arg.pattern));

const isHere = (arg: Arg): boolean => HERE.test(textOf(arg) ?? '');

function request(read: ReadArgs, call: Call, urls: readonly Arg[], plain: boolean): Finding {
  const finding = byOperands({ operands: 'text' }, { ...read, operands: urls }, call);
  const files =
    finding.effects.includes('change') || finding.effects.includes('sensitive') || finding.effects.includes('opaque');
  if (urls.length === 0) return opaque(call, 'unexpected_argument');
  if (plain && urls.every(isHere)) return finding;
  const reason = files ? finding.why : why('network', { program: call.program });
  return { ...finding, effects: [...finding.effects.filter((effect) => effect !== 'read'), 'network'], why: reason };
}

function curlCall(read: ReadArgs, call: Call): Finding {
  const { given } = read;
  if (given.has('V') || given.has('version')) return byOperands({}, { ...read, operands: [] }, call);
  const texts = (...names: string[]) => names.flatMap((name) => given.get(name) ?? []).map(textOf);
  // `%output{file}` writes; `@file` is read from a file.
  const formats = texts('w', 'write-out');
  if (formats.some((text) => text === null || /%output|^@/.test(text))) return opaque(call, 'unknown_option', '-w');
  // Without a sign in it, it is the name of a file.
  if (texts('b').some((text) => text?.includes('=') !== true)) return opaque(call, 'unknown_option', '-b');
  const methods = texts('X', 'request');
  const plain =
    methods.every((text) => text !== null && /^(?:GET|HEAD|OPTIONS)$/.test(text)) &&
    areHeaders([...(given.get('H') ?? []), ...(given.get('header') ?? [])]) &&
    ![
      'L',
      'location',
      'd',
      'data',
      'data-raw',
      'data-binary',
      'F',
      'form',
      'T',
      'x',
      'proxy',
      'json',
      'data-urlencode',
    ].some((name) => given.has(name));
  return request(read, call, [...read.operands, ...(given.get('url') ?? [])], plain);
}

export const curl: Program = {
  short: 'sSIifvkLgGN46# O m= A= e= H= X= u= w= o> d= F= T= x= b= y= Y= r= 0 1 2 3 V',
  long: 'silent show-error head include fail fail-with-body verbose insecure location globoff max-time= connect-timeout= user-agent= referer= header= request= user= write-out= output> data= data-raw= data-binary= data-urlencode= form= json= proxy= retry= retry-delay= retry-max-time= compressed http1.1 http1.0 http2 http3 ipv4 ipv6 no-buffer no-progress-meter progress-bar tlsv1.2 tlsv1.3 cacert: range= get url= version path-as-is max-redirs= speed-limit= speed-time=',
  operands: 'text',
  judge: (read, call) => {
    const finding = curlCall(read, call);
    if (!read.given.has('O')) return finding;
    return { ...finding, effects: [...new Set([...finding.effects, 'change' as const])] };
  },
};

export const wget: Program = {
  short: 'qvcSN O> T= t= U= P= nd',
  long: 'quiet verbose spider output-document> timeout= tries= server-response user-agent= header= no-check-certificate version no-verbose max-redirect=',
  operands: 'text',
  judge: (read, call) => {
    if (read.given.has('version')) return undefined;
    const out = [...(read.given.get('O') ?? []), ...(read.given.get('output-document') ?? [])].map(textOf);
    const printed =
      read.given.has('spider') || (out.length > 0 && out.every((text) => text === '-' || text === '/dev/null'));
    const finding = request(read, call, read.operands, printed && areHeaders(read.given.get('header') ?? []));
    // What a server says of encryption is kept in the home.
    const keeps = read.operands.some((url) => /^https/i.test(url.pattern));
    return printed && !keeps ? finding : { ...finding, effects: [...new Set([...finding.effects, 'change' as const])] };
  },
};
