/** An answer that says with which version of its owner's vault it was redacted, to save a second query. */

const VERSION = Symbol('vault version');

/** A copy of the answer keeps it; what is sent does not show it. */
export function redactedWith<T extends object>(answer: T, version: number | undefined): T {
  return version === undefined ? answer : { ...answer, [VERSION]: version };
}

/** For an answer to another user than the owner of that vault, whose version is a different one. */
export function withoutVersion<T extends object>(answer: T): T {
  const { [VERSION]: _, ...rest } = answer as T & { readonly [VERSION]?: number };
  return rest as unknown as T;
}

export function versionOf(answer: unknown): number | undefined {
  if (typeof answer !== 'object' || answer === null) return undefined;
  return (answer as { readonly [VERSION]?: number })[VERSION];
}
