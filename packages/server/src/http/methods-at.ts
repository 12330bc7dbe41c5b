/** Which methods an address knows. Looked up only for a request with another one: routes for those would be hundreds. */

interface Pattern {
  readonly parts: readonly string[];
  readonly methods: string[];
}

/** Null: there is no such address. */
export type MethodsAt = (path: string) => readonly string[] | null;

export function methodsAt(routes: readonly { readonly method: string; readonly path: string }[]): MethodsAt {
  let patterns: readonly Pattern[] | undefined;
  return (path) => {
    patterns ??= patternsOf(routes);
    const parts = partsOf(path);
    const methods = patterns.filter((pattern) => fits(pattern.parts, parts)).flatMap((pattern) => pattern.methods);
    return methods.length === 0 ? null : [...new Set(methods)];
  };
}

function patternsOf(routes: readonly { readonly method: string; readonly path: string }[]): Pattern[] {
  const byPath = new Map<string, Pattern>();
  for (const { method, path } of routes) {
    const known = byPath.get(path);
    if (known === undefined) byPath.set(path, { parts: partsOf(path), methods: [method] });
    else known.methods.push(method);
  }
  return [...byPath.values()];
}

/** A slash at the end means nothing. */
const partsOf = (path: string): string[] => path.replace(/\/$/, '').split('/');

const fits = (pattern: readonly string[], parts: readonly string[]): boolean =>
  pattern.length === parts.length && pattern.every((part, at) => part.startsWith(':') || part === parts[at]);
