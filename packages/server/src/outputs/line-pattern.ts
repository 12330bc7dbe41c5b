/** What `grep` asks for: a text as it is, or a regular expression of RE2, which no line can keep busy for long. */
import { argumentsInvalid, because } from '@synapse/contract';

export type MatchesLine = (line: string) => boolean;

const SPECIAL = /[\\^$.|?*+()[\]{}]/;

/** Null for a text without anything special in it. Throws the refusal for a pattern that RE2 does not accept. */
export async function linePattern(grep: string | undefined): Promise<MatchesLine | null> {
  if (grep === undefined || !SPECIAL.test(grep)) return null;
  // Most services never need it.
  const { RE2JS } = await import('re2js');
  try {
    const pattern = RE2JS.compile(grep);
    return (line) => pattern.matcher(line).find();
  } catch (error) {
    const detail = (error instanceof Error ? error.message : String(error)).slice(0, 200);
    throw argumentsInvalid([{ field: 'grep', problem: because('bad_pattern', { detail }) }]);
  }
}
