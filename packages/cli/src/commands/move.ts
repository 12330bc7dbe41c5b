/** `synapse move`: from SQLite to PostgreSQL. */
import { readStdin } from '../ask.ts';
import { type Action, textOption } from '../call.ts';
import { usageError } from '../cli-error.ts';
import { settingsFile } from '../installation.ts';
import { administer } from '../offline.ts';
import { tell } from '../words/tell.ts';

export const move: Action = async ({ options, terminal, offlineEnv }) => {
  const given = textOption(options.to);
  if (given === undefined) throw usageError(tell('move_where'));
  const to = given === '-' ? (await readStdin()).trim() : given;
  const request = { verb: 'move', to, settings_file: settingsFile(offlineEnv) } as const;
  const done = await administer(request, offlineEnv, terminal.progress);
  terminal.answer(done, () =>
    tell('move_done', {
      rows: done.rows,
      tables: done.tables,
      entries: done.entries,
      database: done.database,
      kept: done.kept,
    }),
  );
  terminal.say(done.settings_file === null ? tell('move_set') : tell('move_setting', { file: done.settings_file }));
};
