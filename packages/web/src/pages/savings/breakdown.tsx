/** The savings by client, by machine, by filter, by alias, and by command. */
import { SimpleGrid } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import type { StatsBreakdown } from '../../api/stats.ts';
import { useText } from '../../i18n/language.tsx';
import { LinkAnchor } from '../../ui/links.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { ClientTable } from './client-table.tsx';
import { SavingTable } from './saving-table.tsx';

export function Breakdown({ breakdown }: { readonly breakdown: UseQueryResult<StatsBreakdown> }) {
  const { savings: text } = useText();
  return (
    <Loaded query={breakdown}>
      {({ clients, machines, filters, aliases, commands }) => (
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
            title={text.byMachine}
            column={text.machine}
            rows={machines.map(({ machine, ...saving }) => ({ name: machine, ...saving }))}
            nothing={text.noCommand}
          />
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
