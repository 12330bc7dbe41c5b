/** A little collector of traces: takes OTLP over HTTP as JSON, and shows what it got. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { stopAtEnd } from './left-behind.ts';

export interface SeenSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly from: bigint;
  readonly to: bigint;
  readonly facts: Readonly<Record<string, string>>;
  readonly failed: boolean;
  /** Of the instance that sent it. */
  readonly instance: string;
}

export interface OtlpReceiver {
  readonly url: string;
  /** Every body, as it came. */
  readonly bodies: string[];
  readonly headers: Record<string, string | string[] | undefined>[];
  spans(): SeenSpan[];
  /** How it answers from now on. */
  answerWith(how: number | 'never'): void;
  stop(): Promise<void>;
}

interface Attribute {
  readonly key: string;
  readonly value: { readonly stringValue?: string; readonly intValue?: string };
}

const read = (attributes: Attribute[]): Record<string, string> =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, value.stringValue ?? value.intValue ?? '']));

export async function startOtlpReceiver(): Promise<OtlpReceiver> {
  const bodies: string[] = [];
  const taken: string[] = [];
  const headers: OtlpReceiver['headers'] = [];
  let how: number | 'never' = 200;
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks).toString();
    bodies.push(body);
    headers.push({ ...request.headers, path: request.url });
    if (how === 'never') return;
    if (how === 200) taken.push(body);
    response.writeHead(how, { 'content-type': 'application/json' }).end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const receiver: OtlpReceiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    bodies,
    headers,
    spans: () =>
      taken.flatMap((body) => {
        const { resourceSpans } = JSON.parse(body);
        const [{ resource, scopeSpans }] = resourceSpans;
        const instance = read(resource.attributes)['service.instance.id']!;
        return scopeSpans[0].spans.map((span: Record<string, unknown>) => ({
          ...span,
          instance,
          facts: read(span.attributes as Attribute[]),
          failed: span.status !== undefined,
          from: BigInt(span.startTimeUnixNano as string),
          to: BigInt(span.endTimeUnixNano as string),
        }));
      }),
    answerWith: (next) => {
      how = next;
    },
    stop: async () => {
      stopped();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  const stopped = stopAtEnd(receiver.stop);
  return receiver;
}
