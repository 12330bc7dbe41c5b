/** The savings by client, by filter, by alias, and by command. */
import { SimpleGrid } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { breakdownQuery } from '../../api/stats.ts';
import { useText } from '../../i18n/language.tsx';
import { LinkAnchor } from '../../ui/links.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { ClientTable } from './client-table.tsx';
import { SavingTable } from './saving-table.tsx';

export function Breakdown({ days }: { readonly days: number }) {
  const { savings: text } = useText();
  const breakdown = useQuery(breakdownQuery(days));
  return (
    <Loaded query={breakdown}>
      {({ clients, filters, aliases, commands }) => (
        <>
          <ClientTable clients={clients} />
          <SimpleGrid cols={{ base: 1, md: 2 }} spacing="md" className="pair">
            <SavingTable
              title={text.byFilter}
              column={text.filter}
              rows={filters.map(({ filter, ...saving }) => ({ name: filter, ...saving }))}
              nothing={
                <>
                  {text.noFilter} <LinkAnchor to="/run">{text.toConsole}</LinkAnchor>
                </>
              }
            />
            <SavingTable
              title={text.byAlias}
              column={text.code}
              rows={aliases.map(({ code, ...saving }) => ({ name: code, ...saving }))}
              nothing={
                <>
                  {text.noAlias} <LinkAnchor to="/aliases">{text.toAliases}</LinkAnchor>
                </>
              }
            />
          </SimpleGrid>
          <SavingTable
            title={text.topCommands}
            column={text.command}
            rows={commands.map(({ command, ...saving }) => ({ name: command, ...saving }))}
            nothing={
              <>
                {text.noCommand} <LinkAnchor to="/run">{text.toConsole}</LinkAnchor>
              </>
            }
          />
        </>
      )}
    </Loaded>
  );
}
