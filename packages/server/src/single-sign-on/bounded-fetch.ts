/** Asks the issuer for something: never further than where we asked, never more than it may say, never for long. */

const MOST_BYTES = 256 * 1024;
const LONGEST_MS = 5_000;

export class AnswerTooLarge extends Error {}

/** Only the requests of single sign-on pass here; where they go was configured by whoever runs the service. */
export async function boundedFetch(address: string, init: RequestInit): Promise<Response> {
  const ends = AbortSignal.timeout(LONGEST_MS);
  const signal = init.signal ? AbortSignal.any([init.signal, ends]) : ends;
  const response = await fetch(address, { ...init, redirect: 'manual', signal });
  const { status, headers } = response;
  return new Response(hasBody(status) ? await readBounded(response) : null, { status, headers });
}

const hasBody = (status: number): boolean => ![101, 204, 205, 304].includes(status);

async function readBounded(response: Response): Promise<Uint8Array<ArrayBuffer>> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  // Leaving the loop cancels the rest of the answer.
  for await (const piece of response.body ?? []) {
    length += piece.length;
    if (length > MOST_BYTES) throw new AnswerTooLarge(`more than ${MOST_BYTES} bytes`);
    pieces.push(piece);
  }
  return new Uint8Array(Buffer.concat(pieces));
}
