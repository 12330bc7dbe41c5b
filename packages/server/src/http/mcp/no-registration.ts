/**
 * `POST /register`: clients whose token is refused try to register as OAuth clients, and show this answer.
 */
import type { FastifyInstance } from 'fastify';

const PATH = '/register';

/** The answer is always the same, so what is sent is not read. */
export async function noRegistration(
  app: FastifyInstance,
  { publicUrl }: { readonly publicUrl: string | null },
): Promise<void> {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, payload, done) => {
    payload.resume();
    done(null, undefined);
  });
  app.post(PATH, (request, reply) =>
    reply
      .code(400)
      .header('cache-control', 'no-store')
      .send({
        error: 'invalid_client_metadata',
        error_description: advice(publicUrl ?? `${request.protocol}://${request.host}`),
      }),
  );
}

/** In English, because OAuth allows only ASCII here. */
const advice = (url: string): string =>
  'Synapse has no OAuth here: it takes an AI token in the header X-AI-Token, and the one it got is missing, wrong, expired or revoked. ' +
  `Generate a new token at ${url} (View, Settings, AI access) or with: synapse token create --save`;
