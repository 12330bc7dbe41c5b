/** What the service finds for the letters in the palette, and running them as a command. */
import { shortText } from '@synapse/contract/visible-text';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { latestQuery } from '../api/executions.ts';
import { machinesQuery } from '../api/machines.ts';
import { type SearchResult, searchQuery } from '../api/projects.ts';
import { useLanguage } from '../i18n/language.tsx';
import { aimedAt, changeConsole, startDraft, useConsole } from '../pages/run/console-state.ts';
import { machineName } from '../ui/machine-name.ts';
import type { Command } from './palette-commands.ts';

const EXECUTIONS = 5;
const LABEL_CHARS = 200;

const TABS: Readonly<Record<SearchResult['type'], string>> = {
  project: 'roadmap',
  facet: 'facets',
  roadmap: 'roadmap',
  knowledge: 'knowledge',
  idea: 'ideas',
  pack: 'packs',
  service: 'services',
  journal: 'journal',
};

/** What projects remember about it, the journal, and the commands that were run. */
export function useFound(wanted: string): readonly Command[] {
  const { text } = useLanguage();
  const navigate = useNavigate();
  const ran = useQuery({ ...latestQuery({ q: wanted.trim() }), enabled: wanted.trim() !== '' }).data?.entries ?? [];
  const { data: found = [] } = useQuery(searchQuery(wanted.trim()));
  const words: Readonly<Record<string, string>> = text.projects.lists;
  const executions = ran.slice(0, EXECUTIONS).map(({ execution_id: id, command_template }) => ({
    id: `execution-${id}`,
    icon: 'executions' as const,
    sort: text.shell.sorts.execution,
    label: shortText(command_template).slice(0, LABEL_CHARS),
    run: () => void navigate({ to: '/executions/$id', params: { id } }),
  }));
  const remembered = found
    .filter(({ type }) => type !== 'project')
    .map(({ type, id, project_id, title, snippet }) => ({
      id: `found-${type}-${id}`,
      icon: type === 'journal' ? ('journal' as const) : ('idea' as const),
      label: title === '' ? snippet : title,
      sort: words[TABS[type]] ?? type,
      run: () =>
        void navigate({ to: '/projects/$id', params: { id: String(project_id) }, search: { tab: TABS[type] } }),
    }));
  return [...remembered, ...executions];
}

/** After a >, what is typed is a command, on the machine that the console would use: a search never runs one by chance. */
export function useRunIt(wanted: string): readonly Command[] {
  const { text } = useLanguage();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const { data: machines = [] } = useQuery(machinesQuery);
  const [{ draft }] = useConsole();
  const machine = aimedAt(machines, draft.machine);
  const command = wanted.trim().startsWith('>') ? wanted.trim().slice(1).trim() : '';
  if (command === '' || machine === undefined) return [];
  return [
    {
      id: 'run-it',
      icon: 'start',
      sort: text.shell.sorts.action,
      label: text.shell.runIt(command, machineName(machine)),
      run: () => {
        changeConsole(queries, startDraft({ machine: machine.slug, command, container: '', cwd: '' }));
        void navigate({ to: '/run' });
      },
    },
  ];
}
