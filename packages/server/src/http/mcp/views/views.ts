/** The views (MCP Apps): one page each, made for the token that reads it, for clients that show them. */
import { createHash } from 'node:crypto';
import { VIEW_WORDS } from '@synapse/contract';
import { VIEW_MIME_TYPE } from '../declared.ts';
import type { Reader, Resources } from '../library.ts';
import { mayCall } from '../registry.ts';
import type { Tool } from '../tool.ts';
import { VIEW_SCRIPT } from './view-script.ts';
import { VIEW_STYLE } from './view-style.ts';

const VIEWS = ['execution', 'many', 'machines'] as const;
type View = (typeof VIEWS)[number];

const uriOf = (view: View): string => `ui://synapse/${view}`;

/** What each view calls. */
const CALLS: Readonly<Record<View, readonly string[]>> = {
  execution: ['synapse_view_execution', 'synapse_cancel_execution'],
  many: ['synapse_view_execution', 'synapse_cancel_execution'],
  machines: ['synapse_view_machines'],
};

/** Nothing is loaded, nothing is sent, nothing is framed: a view speaks to its host. */
const META = {
  ui: { csp: { connectDomains: [], resourceDomains: [], frameDomains: [], baseUriDomains: [] }, prefersBorder: true },
};

const digest = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

const POLICY = [
  "default-src 'none'",
  `script-src ${digest(VIEW_SCRIPT)}`,
  `style-src ${digest(VIEW_STYLE)}`,
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

export function createViews(tools: readonly Tool[], version: string): Pick<Resources, 'list' | 'read'> {
  /** Those that a tool of this token leads to. */
  const viewsOf = ({ call, views }: Reader): View[] => {
    if (!views) return [];
    const linked = tools.filter((tool) => mayCall(tool, call.caller.scopes)).map(({ view }) => view.uri);
    return VIEWS.filter((view) => linked.includes(uriOf(view)));
  };

  const pageOf = (view: View, { call }: Reader): string => {
    const { caller, language } = call;
    const callable = tools.filter((tool) => CALLS[view].includes(tool.name) && mayCall(tool, caller.scopes));
    const made = {
      view,
      version,
      language,
      words: VIEW_WORDS,
      tools: callable.map(({ name }) => name),
    };
    return [
      `<!doctype html><html lang="${language}"><head><meta charset="utf-8">`,
      `<meta http-equiv="Content-Security-Policy" content="${POLICY}">`,
      '<meta name="viewport" content="width=device-width"><title>Synapse</title>',
      `<style>${VIEW_STYLE}</style></head><body><main id="main"></main>`,
      `<script type="application/json" id="made">${JSON.stringify(made).replaceAll('<', '\\u003c')}</script>`,
      `<script>${VIEW_SCRIPT}</script></body></html>`,
    ].join('\n');
  };

  return {
    list: async (reader) =>
      viewsOf(reader).map((view) => ({
        uri: uriOf(view),
        name: `view-${view}`,
        mimeType: VIEW_MIME_TYPE,
        _meta: META,
      })),
    read: async (reader, uri) => {
      const view = viewsOf(reader).find((one) => uriOf(one) === uri);
      return view === undefined ? null : { mimeType: VIEW_MIME_TYPE, text: pageOf(view, reader), _meta: META };
    },
  };
}
