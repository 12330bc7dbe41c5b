/** A text without what is different each time a command runs: times, durations, temporary paths, process ids, our own marks. */

const VOLATILE: readonly (readonly [RegExp, string])[] = [
  [/\bexecution_id=\w{10,40}/g, 'execution_id=#'],
  [/\b\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:[.,]\d{1,9})?)?(?:Z|[+-]\d\d:?\d\d)?/g, '#time'],
  [/\b\d\d?:\d\d:\d\d(?:[.,]\d{1,9})?\b/g, '#time'],
  [/\b\d{1,9}(?:\.\d{1,12})? ?(?:ns|us|ms|s|sec|secs|seconds|min|minutes)\b/g, '#duration'],
  [/\b(duration_ms|duration|elapsed|took)([ :=]{1,3})\d{1,12}(?:\.\d{1,12})?\b/gi, '$1$2#'],
  [/\/tmp\/[\w.@%+-]{1,200}/g, '/tmp/#'],
  [/\b(pid)([ :=#]{1,3})\d{1,9}\b/gi, '$1$2#'],
  [/([a-z)])\[\d{2,9}\](?=:)/gi, '$1[#]'],
];

export const withoutVolatileParts = (text: string): string =>
  VOLATILE.reduce((left, [pattern, instead]) => left.replace(pattern, instead), text);
