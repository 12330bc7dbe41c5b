/** `synapse stats`. */
import { type Action, given, textOption } from '../call.ts';
import { table } from '../terminal.ts';

interface Stats {
  readonly period: { readonly days: number; readonly from: string; readonly to: string };
  readonly totals: { readonly commands: number; readonly rtk_applied: number; readonly saved_tokens: number };
  readonly aliases: {
    readonly total_hits: number;
    readonly hot_code: string | null;
    readonly tokens_saved_estimate: number;
  };
  readonly groups: readonly {
    readonly key: string;
    readonly commands: number;
    readonly rtk_applied: number;
    readonly saved_tokens: number;
    readonly alias_hits: number;
  }[];
}

export const stats: Action = async ({ options, terminal, api }) => {
  const query = new URLSearchParams(
    given({ days: String(options.days), group_by: textOption(options.by) }) as Record<string, string>,
  );
  const found = await api().call<Stats>('GET', `/synapse/stats?${query}`);
  terminal.answer(found, () => {
    const { period, totals, aliases, groups } = found;
    const lines = [
      `${period.from} to ${period.to}`,
      `${totals.commands} commands, ${totals.rtk_applied} compacted: about ${totals.saved_tokens} tokens saved`,
      `${aliases.total_hits} alias hits (most: ${aliases.hot_code ?? 'none'}): about ${aliases.tokens_saved_estimate} tokens saved`,
    ];
    if (groups.length === 0) return lines.join('\n');
    const rows = groups.map((group) => [
      ...[group.key, group.commands, group.rtk_applied, group.saved_tokens, group.alias_hits],
    ]);
    return [...lines, '', table(['', 'COMMANDS', 'COMPACTED', 'TOKENS SAVED', 'ALIAS HITS'], rows)].join('\n');
  });
  return undefined;
};
