/** Placeholders: where one stands in a text, and which names a text holds. */

const PLACEHOLDER = /\{\{([A-Za-z_][A-Za-z0-9_]*)\}\}/y;
const SECRET_STYLE = /^[A-Z][A-Z0-9_]*$/;

export type IsSecret = (name: string) => boolean;

/** The length of the placeholder at a place of a text; 0 where none stands. */
export function holeAt(isSecret: IsSecret | undefined): (text: string, at: number) => number {
  return (text, at) => {
    PLACEHOLDER.lastIndex = at;
    const found = PLACEHOLDER.exec(text);
    return found !== null && isMeant(found[1]!, isSecret) ? found[0].length : 0;
  };
}

/** Every placeholder of a text, wherever it stands. */
export function secretNames(text: string, isSecret: IsSecret | undefined): string[] {
  const names = [...text.matchAll(new RegExp(PLACEHOLDER.source, 'g'))].map(([, name]) => name!);
  return [...new Set(names)].filter((name) => isMeant(name, isSecret));
}

function isMeant(name: string, isSecret: IsSecret | undefined): boolean {
  return SECRET_STYLE.test(name) || isSecret?.(name) === true;
}
