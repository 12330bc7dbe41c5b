/** At the end of a statement: it may take as long as it takes, such as a step to a newer schema over millions of rows. */
export const NO_HURRY = '/* no hurry */';
