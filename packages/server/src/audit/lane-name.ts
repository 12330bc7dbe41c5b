/** The name of a command's lane: its machine and, in a crew, its actor. */

/** No slug has it. */
export const OF_MEMBER = '@';

export const laneName = (machine: string, actorId: string | undefined): string =>
  actorId === undefined ? machine : `${machine}${OF_MEMBER}${actorId}`;
