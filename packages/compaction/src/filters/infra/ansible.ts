// ansible-playbook: one line per task with its hosts, failures whole, the recap without its zeros.
import type { Filter, FilterInput } from '../../filter.ts';
import { head } from '../../filter.ts';

const TITLE = /^(PLAY|TASK|RUNNING HANDLER|PLAY RECAP|HANDLER)(?: \[(.*)\])?:? \*{3,}$/;
const HOST = /^(ok|changed|skipping|included|ignored): (?:\[([^\]]+)\])(?: => \(item=(.*)\))?$/;
const FATAL = /^(fatal|failed|unreachable): \[/;
const RECAP = /^(\S+)\s+: (ok=\d+.*)$/;
/** In the report of a failed module: times, and fields that say nothing. */
const EMPTY_FIELD = /, "(?:stderr|stdout|stderr_lines|stdout_lines|delta|start|end)": (?:""|\[\]|"[\d: .-]+")/g;

interface Task {
  readonly title: string;
  readonly hosts: Map<string, string[]>;
  readonly lines: string[];
}

function writeTask({ title, hosts, lines }: Task): string[] {
  const states = [...hosts].map(([state, names]) => `${state} ${names.join(' ')}`);
  if (states.length === 0 && lines.length === 0 && !title.startsWith('PLAY')) return [title];
  return [states.length === 0 ? title : `${title}: ${states.join('; ')}`, ...lines];
}

function apply({ lines, cut, tick }: FilterInput): readonly string[] | null {
  if (!lines.some((line) => TITLE.test(head(line)))) return null;
  const result: string[] = [];
  let task: Task = { title: '', hosts: new Map(), lines: [] };
  let quiet = 0;
  let inRecap = false;
  const flush = (): void => {
    const states = [...task.hosts.keys()];
    const nothing = states.length > 0 && states.every((state) => /^(?:ok|skipping|included)$/.test(state));
    if (nothing && task.lines.length === 0) quiet++;
    else if (task.title !== '' || task.lines.length > 0) result.push(...writeTask(task).filter((line) => line !== ''));
  };
  for (const line of lines) {
    tick();
    const start = head(line);
    const title = TITLE.exec(start);
    const host = HOST.exec(start);
    const recap = inRecap ? RECAP.exec(start) : null;
    if (title !== null) {
      flush();
      inRecap = title[1] === 'PLAY RECAP';
      const kind = title[1] === 'RUNNING HANDLER' ? 'HANDLER' : title[1];
      task = { title: inRecap ? 'RECAP' : `${kind} ${title[2] ?? ''}`.trim(), hosts: new Map(), lines: [] };
    } else if (host !== null && !inRecap) {
      const [, state = '', name = '', item] = host;
      const names = task.hosts.get(state) ?? [];
      task.hosts.set(state, names);
      names.push(item === undefined ? name : `${name}(${item})`);
    } else if (recap !== null) {
      task.lines.push(`${recap[1]}: ${(recap[2] as string).replace(/ +(?:\w+)=0\b/g, '').replace(/ {2,}/g, ' ')}`);
    } else if (line !== '') {
      task.lines.push(FATAL.test(start) && line.length === start.length ? line.replace(EMPTY_FIELD, '') : line);
    }
  }
  flush();
  if (quiet > 0)
    result.push(cut(quiet, quiet === 1 ? 'task that only said ok or skipping' : 'tasks that only said ok or skipping'));
  return result;
}

export const ansible: Filter = {
  name: 'ansible-playbook',
  matches: ({ program }) => program === 'ansible-playbook',
  apply,
};
