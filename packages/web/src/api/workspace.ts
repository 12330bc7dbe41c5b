/**
 * The workspace that this page shows: the person's own, or that of a crew. The address says which (`/crews/ops/…`), and
 * it stays the same for as long as the document lives: another workspace is another document, so nothing that was
 * fetched in one is ever shown in another.
 */
import { CREW_SLUG, RESERVED_SLUGS } from '@synapse/contract/crew-roles';

/** The crew in an address of the page; null: none. */
export function crewOf(path: string): string | null {
  const [, slug = ''] = /^\/crews\/([^/?#]+)/.exec(path) ?? [];
  return CREW_SLUG.test(slug) && !RESERVED_SLUGS.includes(slug) ? slug : null;
}

/** The crew that the page shows; null: the person's own workspace. */
export const CREW: string | null = crewOf(globalThis.location?.pathname ?? '/');

/** An address of the page in a workspace. */
export const addressIn = (crew: string | null, path: string): string =>
  crew === null ? path : `/crews/${crew}${path === '/' ? '' : path}`;

/** Calls about what belongs to a workspace. Events come once, for all workspaces of the person. */
const SHARED = /^\/(?:synapse(?!\/events)|tda\/projects|tda\/journal)(?:[/?]|$)/;

/** The same call in the workspace of a crew, if it is about one. */
export const callIn = (crew: string | null, path: string): string =>
  crew !== null && SHARED.test(path) ? `/crews/${crew}${path}` : path;

/** A call about what belongs to the workspace that the page shows. */
export const inWorkspace = (path: string): string => callIn(CREW, path);
