/** `synapse alias …`. */
import type { Alias, Suggestion } from '@synapse/contract';
import { confirm } from '../ask.ts';
import { type Action, given, textOption } from '../call.ts';
import { usageError } from '../cli-error.ts';
import { shellCommand } from '../shell-command.ts';
import { table } from '../terminal.ts';
import { columns, tell } from '../words/tell.ts';

const pathOf = (code: string): string => `/synapse/aliases/${encodeURIComponent(code)}`;

/** Its command, and what it carries besides. */
function meaning({ command, machine, container, cwd, timeout_seconds }: Alias): string {
  const carried = given({ machine, container, cwd, timeout: timeout_seconds });
  return [command, ...Object.entries(carried).map(([name, value]) => `--${name} ${value}`)].join('  ');
}

export const setAlias: Action = async ({ args, options, terminal, api }) => {
  const [code, ...words] = args;
  const { machine, container, cwd, timeout } = options;
  const carried = given({ machine, container, cwd, timeout_seconds: timeout });
  const alias = await api().call<Alias>('PUT', pathOf(code!), { command: shellCommand(words), ...carried });
  terminal.answer(alias, () => `${alias.code} = ${meaning(alias)}`);
};

export const listAliases: Action = async ({ terminal, api }) => {
  const { aliases } = await api().call<{ aliases: Alias[] }>('GET', '/synapse/aliases');
  terminal.answer({ aliases }, () =>
    table(
      columns('aliases_head'),
      aliases.map((alias) => [alias.code, alias.hit_count, alias.last_used_at, meaning(alias)]),
    ),
  );
};

export const renameAlias: Action = async ({ args, terminal, api }) => {
  const alias = await api().call<Alias>('POST', `${pathOf(args[0]!)}/rename`, { new_code: args[1] });
  terminal.answer(alias, () => `${alias.code} = ${alias.command}`);
};

export const removeAlias: Action = async ({ args, options, terminal, api }) => {
  await confirm(terminal, tell('ask_delete_alias', { code: args[0]! }), options.yes === true);
  await api().call('DELETE', pathOf(args[0]!));
  terminal.answer({ deleted: true }, () => tell('deleted', { name: args[0]! }));
};

export const seedAliases: Action = async ({ terminal, api }) => {
  const seeded = await api().call<{ installed: string[]; skipped: string[] }>('POST', '/synapse/aliases/seed', {});
  terminal.answer(seeded, () => tell('aliases_installed', { codes: seeded.installed.join(' ') || tell('none') }));
};

interface Mined {
  readonly suggestions: Suggestion[];
  readonly progress?: { readonly done: number; readonly of: number };
}

export const mineAliases: Action = async ({ options, terminal, api }) => {
  const body = given({ days: options.days, min_count: options.minCount });
  const service = api();
  let found = await service.call<Mined>('POST', '/synapse/aliases/mine', body);
  // A long log is read in the background.
  for (; found.progress !== undefined; found = await service.call<Mined>('POST', '/synapse/aliases/mine', body)) {
    terminal.progress(tell('audit_progress', { done: found.progress.done, of: found.progress.of }));
  }
  terminal.answer(found, () => show(found.suggestions));
};

export const suggestions: Action = async ({ options, terminal, api }) => {
  const service = api();
  const [accept, reject] = [textOption(options.accept), textOption(options.reject)];
  if (accept !== undefined && reject !== undefined)
    throw usageError(tell('either', { one: '--accept', other: '--reject' }));
  if (options.code !== undefined && accept === undefined) throw usageError(tell('code_with_accept'));
  const chosen = accept ?? reject;
  if (chosen === undefined) {
    const found = await service.call<{ suggestions: Suggestion[] }>('GET', '/synapse/alias-suggestions?status=pending');
    terminal.answer(found, () => show(found.suggestions));
    return;
  }
  const verb = accept === undefined ? 'reject' : 'accept';
  const path = `/synapse/alias-suggestions/${encodeURIComponent(chosen)}/${verb}`;
  const done = await service.call<Suggestion>('POST', path, given({ code: textOption(options.code) }));
  terminal.answer(
    done,
    () =>
      `${tell(accept === undefined ? 'suggestion_rejected' : 'suggestion_accepted')}: ${done.code} = ${done.command}`,
  );
};

function show(found: readonly Suggestion[]): string {
  if (found.length === 0) return tell('no_suggestions');
  return table(
    columns('suggestions_head'),
    found.map((one) => [one.id, one.code, one.count, one.tokens_saved_estimate, one.command]),
  );
}
