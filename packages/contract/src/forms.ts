import { CREW_SLUG } from './crew-roles.ts';

/** The forms of names. Each is explained in the reasons, as `form_…`: people read that, not the expression. */
export const FORMS = {
  slug: /^[a-z0-9][a-z0-9-]{0,62}$/,
  /** A machine: one's own, or that of a crew. */
  address: /^(?:[a-z0-9-]{2,32}\/)?[a-z0-9][a-z0-9-]{0,62}$/,
  crew: CREW_SLUG,
  tag: /^[A-Za-z0-9][A-Za-z0-9_.-]{0,62}$/,
  container: /^[a-zA-Z0-9][a-zA-Z0-9_.-]{0,127}$/,
  secret: /^[A-Za-z_][A-Za-z0-9_]{0,63}$/,
  host: /^[a-zA-Z0-9]([a-zA-Z0-9.:_-]{0,253}[a-zA-Z0-9])?$/,
  /** No dash in front: the name must never be read as an option of a program. */
  login: /^[a-zA-Z0-9_][a-zA-Z0-9_.@-]{0,63}$/,
  username: /^[\p{L}\p{N}][\p{L}\p{N}._@-]*$/u,
  socket: /^\/[^\0]{1,250}$/,
  alias: /^[A-Za-z]{3}$/,
  /** A shell whose folder and variables the next command finds again. */
  session: /^[A-Za-z0-9._-]{1,64}$/,
  filter: /^[a-z0-9][a-z0-9_-]{0,63}$/,
  mode: /^[0-7]{3,4}$/,
} as const;
