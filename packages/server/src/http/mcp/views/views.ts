/** The views, for clients that show them. */
import type { Resources } from '../library.ts';

export function createViews(): Pick<Resources, 'list' | 'read'> {
  return { list: async () => [], read: async () => null };
}
