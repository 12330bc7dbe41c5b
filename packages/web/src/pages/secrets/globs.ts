/** Globs as a person types them: separated by commas or spaces; nothing means any. */

export function readGlobs(typed: FormDataEntryValue | null): string[] | null {
  const globs = String(typed ?? '')
    .split(/[,\s]+/)
    .filter((glob) => glob !== '');
  return globs.length === 0 ? null : globs;
}
