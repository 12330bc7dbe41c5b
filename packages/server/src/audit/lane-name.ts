/** Under which name a command waits for its turn: its machine and, in a crew, who gave it. */

/** No slug has it. */
export const OF_MEMBER = '@';

export const laneName = (machine: string, actorId: string | undefined): string =>
  actorId === undefined ? machine : `${machine}${OF_MEMBER}${actorId}`;
