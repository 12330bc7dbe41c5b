/** One execution, as the console shows its result: the command, how it went in one line, what it printed, its session. */
import '../../app/rows.css';
import '../../app/history.css';
import '../../app/console.css';
import { Tabs } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { entryQuery, executionQuery } from '../../api/executions.ts';
import { useLanguage } from '../../i18n/language.tsx';
import { LinkButton } from '../../ui/links.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { CommandText } from '../approvals/command-text.tsx';
import { CommandActions } from './command-actions.tsx';
import { EntryFacts } from './entry-facts.tsx';
import { EXECUTION_TABS, type ExecutionTab } from './execution-address.ts';
import { ExecutionOutput } from './execution-output.tsx';
import { isOnNoMachine } from './execution-state.ts';
import { FactLine } from './fact-line.tsx';
import { RefusalNotice } from './refusal-notice.tsx';
import { SessionStory } from './session-story.tsx';
import { useCommandWords } from './use-command-words.ts';
import { WaitingNotice } from './waiting-notice.tsx';

const route = getRouteApi('/inside/executions/$id');

export function ExecutionPage() {
  const {
    language,
    text: { executions: text },
  } = useLanguage();
  const { id } = route.useParams();
  const search = route.useSearch();
  const navigate = useNavigate();
  const entry = useQuery(entryQuery(id));
  const { data: result } = useQuery(executionQuery(id, language));
  const status = result?.status ?? entry.data?.status;
  const commandOf = useCommandWords();
  const isNote = entry.data !== undefined && isOnNoMachine(entry.data);
  const hasOutput = status !== undefined && status !== 'refused' && status !== 'pending' && !isNote;
  const tabs = EXECUTION_TABS.filter((tab) => tab !== 'output' || hasOutput);
  const shown = tabs.find((tab) => tab === search.tab) ?? tabs[0];
  const show = (tab: string | null): void => {
    void navigate({
      to: '/executions/$id',
      params: { id },
      search: { tab: tab as ExecutionTab },
      replace: true,
      resetScroll: false,
    });
  };
  return (
    <div className="result">
      <PageHeader
        title={text.one}
        actions={
          <>
            {entry.data !== undefined && <CommandActions command={{ ...entry.data, ...result }} />}
            <LinkButton to="/executions" variant="default">
              {text.all}
            </LinkButton>
          </>
        }
      />
      <Loaded query={entry}>
        {(found) => (
          <>
            <CommandText template={commandOf(found)} />
            <FactLine entry={found} result={result} />
            <RefusalNotice result={result} />
            <WaitingNotice result={result} />
            <Tabs value={shown ?? 'details'} onChange={show} keepMounted={false} className="result-tabs">
              <Tabs.List>
                {tabs.map((tab) => (
                  <Tabs.Tab key={tab} value={tab}>
                    {text.tabs[tab]}
                  </Tabs.Tab>
                ))}
              </Tabs.List>
              {hasOutput && (
                <Tabs.Panel value="output" className="result-panel">
                  <ExecutionOutput id={id} result={result} until={found.output_until} at={search} />
                </Tabs.Panel>
              )}
              <Tabs.Panel value="details" pt="md">
                <EntryFacts entry={found} />
              </Tabs.Panel>
              <Tabs.Panel value="session" pt="md">
                <SessionStory entry={found} />
              </Tabs.Panel>
            </Tabs>
          </>
        )}
      </Loaded>
    </div>
  );
}
