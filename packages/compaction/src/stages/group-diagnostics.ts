// Findings of compilers and linters: file and message once, every place kept.
import { commonFolder } from './group-paths.ts';

export interface Diagnostic {
  readonly file: string;
  /** `11:48`, `17`, or empty. */
  readonly place: string;
  /** `error`, `warning`, in the tool's own language; may be empty. */
  readonly severity: string;
  /** Message with its code, as it will be printed. */
  readonly text: string;
  /** Lines that belong to it: notes, continued messages. */
  readonly more: readonly string[];
}

interface Group {
  readonly text: string;
  readonly more: readonly string[];
  /** Places per file, in order of appearance. */
  readonly places: Map<string, string[]>;
}

/** A file with this few findings, and so short a name, is repeated before each of them. */
const FEW = 3;
const SHORT_NAME = 24;

/**
 * Groups findings by file, and by message if a message occurs in several files. `joint` is what the tool itself writes
 * between a file and a place.
 */
export function groupDiagnostics(found: readonly Diagnostic[], joint = ' '): string[] {
  const files = [...new Set(found.map(({ file }) => file))];
  const folder = files.length > 2 ? sharedFolder(files) : '';
  const name = (file: string) => file.slice(folder.length) || file;
  const one = found.every(({ severity }) => severity === found[0]?.severity) ? (found[0]?.severity ?? '') : '';
  const said = found.length > 3 ? one : '';

  const groups = new Map<string, Group>();
  for (const { file, place, severity, text, more } of found) {
    const shown = severity === '' || severity === said ? text : `${severity}: ${text}`;
    const key = `${shown}\n${more.join('\n')}`;
    const group = groups.get(key) ?? { text: shown, more, places: new Map<string, string[]>() };
    groups.set(key, group);
    const places = group.places.get(file);
    if (places === undefined) group.places.set(file, [place]);
    else places.push(place);
  }

  const byFile = new Map<string, Finding[]>(files.map((file) => [file, []]));
  const shared: string[] = [];
  for (const { text, more, places } of groups.values()) {
    if (paysByMessage(text, more, places)) {
      shared.push(text, ...more);
      for (const [at, inFiles] of filesByPlaces(places))
        shared.push(`  ${inFiles.map(name).join(' ')} ${at}`.trimEnd());
      continue;
    }
    for (const [file, at] of places) byFile.get(file)?.push({ places: at.join(' ').trim(), text, more });
  }

  const result: string[] = [];
  if (said !== '' || folder !== '') {
    result.push(
      `${said === '' ? `${found.length} findings` : `${found.length} × ${said}`}${folder === '' ? '' : `, in ${folder}`}:`,
    );
  }
  for (const [file, lines] of byFile) result.push(...underFile(name(file) || '-', lines, joint));
  return [...result, ...shared];
}

interface Finding {
  readonly places: string;
  readonly text: string;
  readonly more: readonly string[];
}

/** The first finding stands in its file's line, the others below. If there are few, each repeats its file. */
function underFile(file: string, findings: readonly Finding[], joint: string): string[] {
  const each = findings.length <= FEW && file.length <= SHORT_NAME;
  return findings.flatMap(({ places, text, more }, i) => {
    const before = each || i === 0 ? (places === '' ? `${file}:` : file + joint) : ' ';
    return [`${before}${places}${places === '' && before === ' ' ? '' : ' '}${text}`, ...more];
  });
}

/** Files in which a message occurs at the same places share a line. */
function filesByPlaces(places: ReadonlyMap<string, readonly string[]>): Map<string, string[]> {
  const result = new Map<string, string[]>();
  for (const [file, at] of places) {
    const key = at.join(' ');
    const known = result.get(key);
    if (known === undefined) result.set(key, [file]);
    else known.push(file);
  }
  return result;
}

/** The message once with its files under it, if that is shorter than the message under each file. */
function paysByMessage(text: string, more: readonly string[], places: Map<string, string[]>): boolean {
  if (places.size < 2) return false;
  const size = more.reduce((sum, line) => sum + line.length + 1, text.length);
  let names = 0;
  for (const file of places.keys()) names += file.length + 3;
  return size * (places.size - 1) > names / 2;
}

/** A short folder is not worth a heading. */
function sharedFolder(files: readonly string[]): string {
  const folder = commonFolder(files);
  return folder.length > 8 ? folder : '';
}
