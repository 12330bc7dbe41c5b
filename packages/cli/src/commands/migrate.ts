/** `synapse migrate`. */
import type { Action } from '../call.ts';
import { CliError, EXIT } from '../cli-error.ts';
import { administer } from '../offline.ts';
import { tell } from '../words/tell.ts';

export const migrate: Action = async ({ options, terminal, offlineEnv }) => {
  const check = options.check === true;
  const { applied, pending } = await administer({ verb: 'migrate', check }, offlineEnv, terminal.progress).catch(
    (error: unknown) => {
      // 1 means that there are some to be applied. Here it is not known.
      if (check && error instanceof CliError)
        throw new CliError(error.message, { code: error.code, exitCode: EXIT.outOfReach });
      throw error;
    },
  );
  terminal.answer({ applied, pending }, () => {
    if (check)
      return pending.length === 0 ? tell('migrate_nothing') : tell('migrate_to_do', { list: pending.join('\n') });
    return applied.length === 0 ? tell('migrate_nothing') : tell('migrate_done', { list: applied.join('\n') });
  });
  return check && pending.length > 0 ? EXIT.failed : EXIT.ok;
};
