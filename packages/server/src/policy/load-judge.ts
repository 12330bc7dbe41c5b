/** The judge, read with the first command that is judged. Asked for once: a promise costs less than another import. */

let loaded: Promise<typeof import('@synapse/judge')> | undefined;

export function loadJudge(): Promise<typeof import('@synapse/judge')> {
  loaded ??= import('@synapse/judge');
  return loaded;
}
