// Folders and numbered namespaces that are named again and again: the first time whole, then by a short sign that is
// explained at the top.
import { FAILURE_WORDS, head } from '../filter.ts';

/** A folder, of a disk or of a site, with its last slash. Parts are bounded, so that no text is searched twice. */
const FOLDER = /(?<![\w./\\…~-])(?:https?:\/\/|~)?(?:[\w@+.-]{1,80})?(?:[/\\][\w@+.-]{1,80}){1,12}[/\\]/g;
/** A branch of a tree whose members have numbers, with its last dot: `iso.3.6.1.2.1.`. A version or an address is shorter. */
const BRANCH = /(?<![\w./\\…~-])[A-Za-z]\w{0,30}(?:\.\d{1,10}){4,24}\.(?=\d)/g;
const SHORTEST = 12;
const LEAST_GAIN = 80;
const LONGEST_LINE = 1_000;
const SIGNS = ['…', '…2', '…3', '…4'];

/** How often each folder, and each folder above it, is named. */
function countFolders(lines: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const line of lines) {
    if (line.length > LONGEST_LINE) continue;
    for (const [folder] of [...line.matchAll(FOLDER), ...line.matchAll(BRANCH)]) {
      const slash = folder.at(-1) as string;
      for (let end = folder.length; end >= SHORTEST; end = folder.lastIndexOf(slash, end - 2) + 1) {
        const above = folder.slice(0, end);
        counts.set(above, (counts.get(above) ?? 0) + 1);
      }
    }
  }
  return counts;
}

/** The last number of a branch stays with what follows: a member is known by more than its own number. */
const withoutLast = (folder: string): string =>
  folder.endsWith('.') ? folder.slice(0, folder.lastIndexOf('.', folder.length - 2) + 1) : folder;

function best(counts: ReadonlyMap<string, number>, sign: string): string | null {
  let most = LEAST_GAIN;
  let found: string | null = null;
  for (const [folder, count] of counts) {
    const gain = (folder.length - sign.length - 1) * (count - 1) - folder.length - 8;
    if (gain > most) [most, found] = [gain, folder];
  }
  return found;
}

/** What names a failure stays whole, and so does the first line that names the folder. */
function replaceFolder(lines: readonly string[], folder: string, sign: string): string[] {
  let seen = false;
  return lines.map((line) => {
    if (line.length > LONGEST_LINE || !line.includes(folder)) return line;
    if (!seen || FAILURE_WORDS.test(head(line).replaceAll(folder, ''))) {
      seen = true;
      return line;
    }
    return line.replace(folder.endsWith('.') ? BRANCH : FOLDER, (found) =>
      found.startsWith(folder) ? sign + found.slice(folder.length) : found,
    );
  });
}

export function sayFoldersOnce(lines: readonly string[]): readonly string[] {
  let result = lines;
  const signs: string[] = [];
  const known = new Set<string>();
  for (const short of SIGNS) {
    const most = best(countFolders(result), short);
    const folder = most === null ? null : withoutLast(most);
    // what is left of one that has a sign stands in lines that stay whole
    if (folder === null || known.has(folder)) break;
    known.add(folder);
    const sign = short + folder.at(-1);
    result = replaceFolder(result, folder, sign);
    signs.push(`${sign} is ${folder}`);
  }
  return signs.length === 0 ? lines : [`(${signs.join(', ')})`, ...result];
}
