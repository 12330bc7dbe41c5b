/** `synapse upgrade`: whether there is a newer version, and how this installation gets it. Changes nothing itself. */
import { type Action, textOption } from '../call.ts';
import { CliError, EXIT } from '../cli-error.ts';
import { installationForm, upgradeCommand } from '../upgrade/installation-form.ts';
import { isNewer } from '../upgrade/is-newer.ts';
import { newestVersion, registryOf, THIS } from '../upgrade/newest-version.ts';
import { tell } from '../words/tell.ts';

export const upgrade: Action = async ({ options, terminal }) => {
  const form = installationForm();
  const command = upgradeCommand(form);
  if (options.check !== true) {
    terminal.answer({ version: THIS.version, form, command }, () => tell('upgrade_how', { command }));
    return EXIT.ok;
  }
  const registry = textOption(options.registry) ?? registryOf(terminal.env);
  if (registry === null) throw new CliError(tell('upgrade_no_registry'), { hint: tell('upgrade_no_registry_hint') });
  const newest = await newestVersion(registry);
  const behind = isNewer(newest, THIS.version);
  terminal.answer({ version: THIS.version, newest, behind, form, command }, () =>
    behind
      ? tell('upgrade_behind', { newest, version: THIS.version, command })
      : tell('upgrade_current', { version: THIS.version }),
  );
  return behind ? EXIT.behind : EXIT.ok;
};
