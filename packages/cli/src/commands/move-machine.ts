/** `synapse machine move`: to a crew. Which secrets go with it is said before anything moves. */
import type { OwnMachine } from '@synapse/contract';
import { type Action, given, listOption, textOption } from '../call.ts';
import { CliError } from '../cli-error.ts';
import { asTyped, tell } from '../words/tell.ts';

export const moveMachine: Action = async ({ args, options, terminal, api }) => {
  const [slug = '', to = ''] = args;
  const from = textOption(options.crew);
  const body = { crew: to, ...given({ secrets: listOption(options.secret) }) };
  const moved = await api()
    .call<OwnMachine>('POST', `/synapse/machines/${encodeURIComponent(slug)}/move`, body)
    .catch((error: unknown) => {
      if (!(error instanceof CliError) || error.code !== 'secrets_needed') throw error;
      const where = from === undefined ? '' : ` --crew ${from}`;
      const again = asTyped(`synapse machine move ${slug} ${to}${where} --secret ${error.secrets.join(',')}`);
      throw new CliError(error.message, { code: error.code, hint: tell('machine_move_again', { command: again }) });
    });
  terminal.answer(moved, () => tell('machine_moved', { slug: moved.slug, crew: to }));
  return undefined;
};
