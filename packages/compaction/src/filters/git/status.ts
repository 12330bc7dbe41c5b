// `git status` in any language: the commands in its hints identify the sections, so the words need not be known.
import type { Filter } from '../../filter.ts';
import { capLines } from '../../stages/cap-lines.ts';

/**
 * Labels of the most common languages, mapped to the letters of `git status --short`. An unknown label stays as it is.
 */
const LETTERS: Record<string, string> = {
  modified: 'M',
  modifié: 'M',
  geändert: 'M',
  modificado: 'M',
  modificados: 'M',
  modificato: 'M',
  gewijzigd: 'M',
  'new file': 'A',
  'nouveau fichier': 'A',
  'neue Datei': 'A',
  'nuevo archivo': 'A',
  'nuevos archivos': 'A',
  'nuovo file': 'A',
  'novo arquivo': 'A',
  deleted: 'D',
  supprimé: 'D',
  gelöscht: 'D',
  borrado: 'D',
  borrados: 'D',
  eliminato: 'D',
  excluído: 'D',
  apagado: 'D',
  eliminado: 'D',
  renamed: 'R',
  renommé: 'R',
  umbenannt: 'R',
  renombrado: 'R',
  renombrados: 'R',
  rinominato: 'R',
  renomeado: 'R',
  copied: 'C',
  copié: 'C',
  kopiert: 'C',
  copiado: 'C',
  copiato: 'C',
  typechange: 'T',
  'modif. type': 'T',
};

const UP_TO_DATE =
  /^(?:Your branch is up to date with|Votre branche est à jour avec|Ihr Branch ist auf demselben Stand wie|Tu rama está actualizada con) '([^']+)'/;
const AHEAD = /^Your branch is (ahead of|behind) '([^']+)' by (\d+) commit/;
const DIVERGED = /^Your branch and '([^']+)' have diverged,$/;
const EACH = /^and have (\d+) and (\d+) different commits each, respectively\.$/;
const ON_BRANCH = /^(?:On branch|Sur la branche|Auf Branch|En la rama|Sul branch|No ramo) (\S+)$/;

interface Section {
  readonly heading: string;
  hints: string;
  readonly entries: string[];
}

/** `both modified:   path`, in any language: a label, never a bare path. */
const LABELLED = /^[^:/]{3,40}:\s+\S/;

function sectionOf({ hints, entries }: Section): string {
  if (!/git (?:restore|reset|rm|checkout)/.test(hints) && entries.every((entry) => LABELLED.test(entry))) return '';
  if (/git add -f/.test(hints)) return 'ignored';
  if (/git restore --staged|git rm --cached|git reset HEAD/.test(hints)) return 'staged';
  if (/git restore|git checkout --/.test(hints)) return 'changed';
  if (/git add/.test(hints)) return 'untracked';
  return '';
}

function shortEntry(entry: string): string {
  const label = /^([^:/]{3,24}?)\s*:\s+(\S.*)$/.exec(entry);
  if (!label) return entry;
  const name = (label[1] as string).trim();
  return `${LETTERS[name] ?? `${name}:`} ${label[2]}`;
}

/** Headings with what belongs to them: hints in parentheses, entries after a tab. */
function readSections(lines: readonly string[]): Section[] {
  const sections: Section[] = [];
  for (const line of lines) {
    const current = sections[sections.length - 1];
    if (line === '') continue;
    if (current && /^ {2,}\(.*\)$/.test(line)) current.hints += `${line}\n`;
    else if (current && line.startsWith('\t')) current.entries.push(line.slice(1));
    else sections.push({ heading: line, hints: '', entries: [] });
  }
  return sections;
}

function listOf(section: Section): string[] {
  const { heading, entries } = section;
  const kind = sectionOf(section);
  if (kind !== 'untracked' && kind !== 'ignored') return [kind ? `${kind}:` : heading, ...entries.map(shortEntry)];
  const mark = kind === 'untracked' ? '?' : '!';
  if (entries.some((entry) => /\s/.test(entry))) return entries.map((entry) => `${mark} ${entry}`);
  return [`${mark} ${entries.join(' ')}`];
}

/** `main...origin/main [ahead 2]`, made from the sentences about the branch. Any other sentence stays. */
function branchLines(headings: readonly string[]): string[] {
  const result: string[] = [];
  let branchAt = -1;
  for (const line of headings) {
    const branch = ON_BRANCH.exec(line);
    const same = UP_TO_DATE.exec(line);
    const apart = AHEAD.exec(line);
    if (branch) branchAt = result.push(branch[1] as string) - 1;
    else if (same && branchAt >= 0) result[branchAt] += `...${same[1]}`;
    else if (apart && branchAt >= 0)
      result[branchAt] += `...${apart[2]} [${apart[1] === 'behind' ? 'behind' : 'ahead'} ${apart[3]}]`;
    else if (DIVERGED.test(line) && branchAt >= 0) result[branchAt] += `...${DIVERGED.exec(line)?.[1]}`;
    else if (EACH.test(line) && branchAt >= 0)
      result[branchAt] += ` [ahead ${EACH.exec(line)?.[1]}, behind ${EACH.exec(line)?.[2]}]`;
    else result.push(line);
  }
  return result;
}

const SAID_BY_THE_LISTS =
  /^(?:no changes added to commit|nothing added to commit|aucune modification n'a été ajoutée|aucune modification ajoutée)/;

export const gitStatus: Filter = {
  name: 'git-status',
  matches: ({ program, sub, args }) =>
    program === 'git' &&
    sub === 'status' &&
    !args.some((arg) => /^(?:-s|-sb|--short|-z|--porcelain.*|-v|-vv|--verbose)$/.test(arg)),
  apply: ({ lines, cut }) => {
    const sections = readSections(lines);
    const first = sections.findIndex(({ entries }) => entries.length > 0);
    const headings = (first < 0 ? sections : sections.slice(0, first)).map(({ heading }) => heading);
    const result = branchLines(headings);
    for (const section of first < 0 ? [] : sections.slice(first)) {
      if (section.entries.length > 0) result.push(...listOf(section));
      else if (!SAID_BY_THE_LISTS.test(section.heading)) result.push(section.heading);
    }
    return capLines(result, cut);
  },
};
