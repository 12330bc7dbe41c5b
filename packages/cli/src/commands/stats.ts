/** `synapse stats`. */
import { type Action, given, textOption } from '../call.ts';
import { table } from '../terminal.ts';
import { columns, tell } from '../words/tell.ts';

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
      tell('stats_period', { from: period.from, to: period.to }),
      tell('stats_commands', { commands: totals.commands, compacted: totals.rtk_applied, saved: totals.saved_tokens }),
      tell('stats_aliases', {
        hits: aliases.total_hits,
        most: aliases.hot_code ?? tell('none'),
        saved: aliases.tokens_saved_estimate,
      }),
    ];
    if (groups.length === 0) return lines.join('\n');
    const rows = groups.map((group) => [
      group.key,
      group.commands,
      group.rtk_applied,
      group.saved_tokens,
      group.alias_hits,
    ]);
    return [...lines, '', table(['', ...columns('stats_head')], rows)].join('\n');
  });
};
