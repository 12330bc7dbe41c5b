/** Which optional parts of the protocol a client declares: views, tasks, elicitation. They are not used with others. */
import { randomUUID } from 'node:crypto';
import { isObject, type JsonObject } from './json-rpc.ts';
import { CAPABILITIES_KEY, type Era } from './revision.ts';

export const UI_EXTENSION = 'io.modelcontextprotocol/ui';
export const TASKS_EXTENSION = 'io.modelcontextprotocol/tasks';
/** The one kind of view that is served. */
export const VIEW_MIME_TYPE = 'text/html;profile=mcp-app';

export interface Declared {
  readonly views: boolean;
  readonly tasks: boolean;
  /** It shows its user a form. */
  readonly forms: boolean;
  /** It opens an address for its user. */
  readonly urls: boolean;
}

const NOTHING_DECLARED: Declared = { views: false, tasks: false, forms: false, urls: false };

function readCapabilities(capabilities: unknown): Declared {
  if (!isObject(capabilities)) return NOTHING_DECLARED;
  const extensions = isObject(capabilities.extensions) ? capabilities.extensions : {};
  const { elicitation } = capabilities;
  const asks = isObject(elicitation);
  return {
    views: showsViews(extensions[UI_EXTENSION]),
    tasks: isObject(extensions[TASKS_EXTENSION]),
    // An empty object means forms: they came first.
    forms: asks && (isObject(elicitation.form) || !isObject(elicitation.url)),
    urls: asks && isObject(elicitation.url),
  };
}

/** A client may show other kinds of views only; one that names none is taken at its word. */
function showsViews(extension: unknown): boolean {
  if (!isObject(extension)) return false;
  return !Array.isArray(extension.mimeTypes) || extension.mimeTypes.includes(VIEW_MIME_TYPE);
}

/**
 * Newer revisions say it with each request. Earlier ones say it once, in `initialize`: what they said is part of the
 * session's name, which they send back.
 */
export function declaredBy(era: Era, params: JsonObject, session: string | undefined): Declared {
  if (era === 'modern') return readCapabilities(isObject(params._meta) ? params._meta[CAPABILITIES_KEY] : undefined);
  const [, marks = ''] = /\.([a-z]{1,8})$/.exec(session ?? '') ?? [];
  // Forms and tasks need what only newer revisions have.
  return { ...NOTHING_DECLARED, views: marks.includes(MARKS.views), urls: marks.includes(MARKS.urls) };
}

const MARKS = { views: 'v', urls: 'u' } as const;

/** The revision that brought addresses to open. */
const URLS_SINCE = '2025-11-25';

/** A name for a session that `initialize` begins, which tells what its client has declared. */
export function nameSession(capabilities: unknown, revision: string): string {
  const { views, urls } = readCapabilities(capabilities);
  const marks = [views && MARKS.views, urls && revision >= URLS_SINCE && MARKS.urls].filter(Boolean).join('');
  return marks === '' ? randomUUID() : `${randomUUID()}.${marks}`;
}

/** What `initialize` answers under `extensions`; undefined for a client that has sent none. */
export function extensionsFor(capabilities: unknown): JsonObject | undefined {
  if (!isObject(capabilities) || !isObject(capabilities.extensions)) return undefined;
  return { [UI_EXTENSION]: {} };
}
