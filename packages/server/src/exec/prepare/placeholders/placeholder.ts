/** `{{NAME}}`: where one stands in a text, and how it is refused. */
import { because, Refusal } from '@synapse/contract';

/** Why a secret cannot be handed over in some place of a command. */
export type Reason =
  | 'arithmetic'
  | 'delimiter'
  | 'expansion'
  | 'ambiguous'
  | 'code'
  | 'remote'
  | 'syntax'
  | 'long'
  | 'look'
  | 'hidden';

const PLACEHOLDER = /\{\{([A-Za-z_][A-Za-z0-9_]*)\}\}/y;
/** Written like a secret's name. Refused when the vault has none of that name, instead of being passed through. */
const SECRET_STYLE = /^[A-Z][A-Z0-9_]*$/;

/** Whether a name in braces stands for a secret. */
export function isMeant(name: string, isSecret: (name: string) => boolean): boolean {
  return isSecret(name) || SECRET_STYLE.test(name);
}

/** The name in a placeholder that is a secret, or is written like one. Null for any other text in braces. */
export function placeholderAt(text: string, at: number, isSecret: (name: string) => boolean): string | null {
  PLACEHOLDER.lastIndex = at;
  const name = PLACEHOLDER.exec(text)?.[1];
  return name !== undefined && isMeant(name, isSecret) ? name : null;
}

/** For the reader of shell commands: a placeholder is a hole, one value whatever it holds. */
export const holesOf =
  (isSecret: (name: string) => boolean) =>
  (text: string, at: number): number => {
    const name = placeholderAt(text, at, isSecret);
    return name === null ? 0 : name.length + '{{}}'.length;
  };

/** Every placeholder name in a text, wherever it stands. */
export function placeholderNames(text: string): string[] {
  return [...text.matchAll(new RegExp(PLACEHOLDER.source, 'g'))].map(([, name]) => name!);
}

/** What an output shows in place of private data that is in no vault. It cannot be filled in. */
const HIDDEN = /\{\{(hidden: [\w -]{1,60})\}\}/g;

export function refuseHidden(text: string, except = ''): void {
  for (const [written, name] of text.matchAll(HIDDEN))
    if (!except.includes(written)) throw unsupported(name!, 'hidden');
}

export function unsupported(name: string, reason: Reason): Refusal {
  return new Refusal('placeholder_unsupported', {
    placeholder: `{{${name}}}`,
    reason: because(`placeholder_${reason}`),
  });
}
