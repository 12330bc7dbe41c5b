/** What is done about a file, as the audit log names it. */

/** What the audit log calls them: the verb, then the path. */
export const FILE_VERBS = [
  ...(['read-file', 'write-file', 'edit-file', 'search-files'] as const),
  ...(['list-folder', 'read-folder', 'write-folder', 'copy-from', 'copy-to'] as const),
] as const;
export type FileVerb = (typeof FILE_VERBS)[number];

/** How the log calls what a person only looked at in the page's file browser. Such looks are no commands of theirs. */
export const BROWSED = ['list-folder /', 'read-file /'] as const;

export const isBrowsed = (source: string, template: string): boolean =>
  source === 'app' && BROWSED.some((begin) => template.startsWith(begin));

/** In front of the verb, where it is done as root. */
export const FILE_SUDO = 'sudo ';

/** The verb and the path, if that is how the log would call one. A command may look the same. */
export function readFileTemplate(
  template: string,
): { readonly verb: FileVerb; readonly path: string; readonly sudo: boolean } | null {
  const sudo = template.startsWith(FILE_SUDO);
  const plain = sudo ? template.slice(FILE_SUDO.length) : template;
  const verb = FILE_VERBS.find((each) => plain.startsWith(`${each} /`));
  return verb === undefined ? null : { verb, path: plain.slice(verb.length + 1), sudo };
}
