/** In a crew: what the commands of each member saved. */
import { useQuery } from '@tanstack/react-query';
import { memberStatsQuery } from '../../api/stats.ts';
import { useText } from '../../i18n/language.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { SavingTable } from './saving-table.tsx';

export function MemberTable({ days }: { readonly days: number }) {
  const { savings: text } = useText();
  const members = useQuery(memberStatsQuery(days));
  return (
    <Loaded query={members}>
      {({ groups }) => (
        <SavingTable
          title={text.byMember}
          column={text.member}
          rows={groups
            .map(({ key, commands, saved_tokens }) => ({ name: key, runs: commands, saved_tokens }))
            .toSorted((a, b) => b.saved_tokens - a.saved_tokens || b.runs - a.runs)}
          nothing={text.noCommand}
        />
      )}
    </Loaded>
  );
}
