/** Paths of a machine. */

export const inside = (folder: string, name: string): string => `${folder === '/' ? '' : folder}/${name}`;
