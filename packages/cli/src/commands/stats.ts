/** `synapse stats`. */
import type { StatsAnswer } from '@synapse/contract';
import { type Action, given, textOption } from '../call.ts';
import { table } from '../terminal.ts';
import { columns, tell } from '../words/tell.ts';

export const stats: Action = async ({ options, terminal, api }) => {
  const query = new URLSearchParams(
    given({ days: String(options.days), group_by: textOption(options.by) }) as Record<string, string>,
  );
  const found = await api().call<StatsAnswer>('GET', `/synapse/stats?${query}`);
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
