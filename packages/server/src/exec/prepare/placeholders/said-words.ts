/** The words of a command as text, with a mark where a secret would be. The rules about values work on these. */
import type { Part, Word } from '@synapse/shell';

/** Stands for a part that holds a secret. */
export const SECRET = '\u0001';
/** Stands for what is known only at run time. */
const OTHER = '\u0002';

export function saidWord({ parts }: Pick<Word, 'parts'>): string {
  return parts.map(saidPart).join('');
}

function saidPart(part: Part): string {
  switch (part.kind) {
    case 'literal':
    case 'escaped':
    case 'glob':
    case 'tilde':
      return part.value;
    case 'single':
    case 'double':
    case 'ansi':
      return saidWord(part);
    case 'hole':
      return SECRET;
    case 'parameter':
    case 'arithmetic':
      return saidWord(part).includes(SECRET) ? SECRET : OTHER;
    case 'substitution':
    case 'process':
      return part.holes > 0 ? SECRET : OTHER;
    case 'backticks':
      return part.script.holes > 0 ? SECRET : OTHER;
  }
}
