/** Who sees which pages. */
import { MEMBER, NEWCOMER, OPERATOR } from './furnish-states.ts';
import { ADMIN } from './instance.ts';
import {
  DOOR_PAGES,
  MEMBER_PAGES,
  NEWCOMER_PAGES,
  OPERATOR_PAGES,
  type OpenPage,
  PAGES,
  REFUSED_PAGES,
} from './pages.ts';

export type { OpenPage } from './pages.ts';

export interface Tour {
  readonly name: string;
  /** Null: somebody who is not signed in. */
  readonly who: { readonly username: string; readonly password: string } | null;
  readonly pages: readonly OpenPage[];
  /** What the service answers on the way, on purpose. */
  readonly refusals: readonly number[];
}

export const TOURS: readonly Tour[] = [
  { name: 'an administrator', who: ADMIN, pages: PAGES, refusals: [] },
  { name: 'a newcomer', who: NEWCOMER, pages: NEWCOMER_PAGES, refusals: [] },
  { name: 'a member of a crew', who: MEMBER, pages: MEMBER_PAGES, refusals: [] },
  { name: 'an operator of a crew', who: OPERATOR, pages: OPERATOR_PAGES, refusals: [] },
  { name: 'somebody who is refused', who: ADMIN, pages: REFUSED_PAGES, refusals: [400, 403, 404, 409, 422] },
  { name: 'somebody at the door', who: null, pages: DOOR_PAGES, refusals: [401] },
];
