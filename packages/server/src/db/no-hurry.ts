/** Appended to a statement: it may take any time, such as a migration over millions of rows. */
export const NO_HURRY = '/* no hurry */';
