/** What projects remember: facets, roadmap, knowledge, ideas, packs and services. */
import {
  Context,
  IntegerId,
  ITEM_KINDS,
  ITEMS,
  ItemChange,
  type ItemKind,
  MaxTokens,
  NewItem,
  parseOrRefuse,
  ROADMAP_STATUSES,
  ServiceClosing,
  Version,
} from '@synapse/contract';
import * as z from 'zod';
import { type Items, itemView } from '../../../projects/items.ts';
import type { Contexts } from '../../../recall/contexts.ts';
import { listTool } from '../list-tool.ts';
import { defineTool, type Tool } from '../tool.ts';
import { CHANGES, DELETES, OVERWRITES, READS } from './annotations.ts';
import { Deleted } from './arguments.ts';

export interface ItemToolServices {
  readonly items: Items;
  readonly contexts: Contexts;
}

/** What a model reads about each kind. */
const ABOUT: Readonly<Record<ItemKind, string>> = {
  facet: 'architecture, conventions, risks …',
  roadmap: 'work by horizon and status',
  knowledge: 'notes with tags and source',
  idea: 'promote_idea puts one on the roadmap',
  pack: 'items that become one context',
  service: 'what runs for the project, where',
};

/** A list is for choosing, so it shows only the beginning of a long text. */
const LISTED_CHARS = 1_000;

function abridge<T extends { id: number; content: string }>(item: T): T {
  const { id, content } = item;
  if (content.length <= LISTED_CHARS) return item;
  const start = content.slice(0, LISTED_CHARS).replace(/[\uD800-\uDBFF]$/, '');
  return { ...item, content: `${start}… [get_item ${id}: ${content.length} characters]` };
}

/** The answer to a write is short, because the caller knows what it wrote. */
const Written = z.object({ id: z.int(), project_id: z.int(), version: z.int() });

/** The fields that some kinds have and others have not. Each kind's own schema decides which it takes. */
const { version, ...FIELDS } = {
  ...ItemChange.facet.shape,
  ...ItemChange.roadmap.shape,
  ...ItemChange.knowledge.shape,
  ...ItemChange.idea.shape,
  ...ItemChange.pack.shape,
  ...ItemChange.service.shape,
  status: z.enum([...ROADMAP_STATUSES, 'open']).optional(),
};
const { title, content } = NewItem.facet.shape;

/** "roadmap: status, horizon, position", for every kind that has more than a title and a content. */
const OWN_FIELDS = ITEM_KINDS.map((kind) => {
  const {
    title: _title,
    content: _content,
    version: _version,
    ...own
  }: Record<string, unknown> = ItemChange[kind].shape;
  return `${kind}: ${Object.keys(own).join(', ')}`;
}).join('; ');

const addTool = ({ items }: ItemToolServices): Tool =>
  defineTool({
    name: 'add_item',
    description: `Adds to what a project remembers. content is Markdown. Fields of each kind: ${OWN_FIELDS}.`,
    scope: 'mcp:write',
    input: z.object({ project_id: IntegerId, kind: z.enum(ITEM_KINDS), ...FIELDS, title, content }),
    output: Written,
    annotations: CHANGES,
    handler: ({ project_id, kind, ...wish }, { caller }) =>
      items.add(caller.workspaceId, project_id, kind, parseOrRefuse(NewItem[kind], wish)),
  });

const updateTool = ({ items }: ItemToolServices): Tool =>
  defineTool({
    name: 'update_item',
    description:
      'Changes an item; what is left out stays. Fields as in add_item. With the version you read, somebody else’s change is not undone.',
    scope: 'mcp:write',
    input: z.object({ id: IntegerId, ...FIELDS, version }),
    output: Written,
    annotations: OVERWRITES,
    handler: async ({ id, ...change }, { caller }) => {
      const { kind } = await items.find(caller.workspaceId, id);
      return items.update(caller.workspaceId, { kind, id }, parseOrRefuse(ItemChange[kind], change));
    },
  });

/** Also the fields that only this kind has: status, horizon, tags, machine … */
const Listed = z.looseObject({ ...Written.shape, title: z.string(), content: z.string() });

export const itemReadTools = (services: ItemToolServices): Tool[] => [
  listTool('items', {
    name: 'list_items',
    description: `A project’s ${ITEM_KINDS.map((kind) => `${ITEMS[kind].list} (${ABOUT[kind]})`).join(', ')}. Long contents are cut: get_item.`,
    scope: 'mcp:read',
    input: z.object({ project_id: IntegerId, kind: z.enum(ITEM_KINDS) }),
    output: z.object({ items: z.array(Listed) }),
    annotations: READS,
    handler: async ({ project_id, kind }, { caller }) => ({
      items: (await services.items.list(caller.workspaceId, project_id, kind)).map(abridge),
    }),
  }),
  defineTool({
    name: 'get_item',
    description: 'One facet, roadmap item, note, idea, pack or service, whole.',
    scope: 'mcp:read',
    input: z.object({ id: IntegerId }),
    output: Listed.extend({ kind: z.enum(ITEM_KINDS) }),
    annotations: READS,
    handler: async ({ id }, { caller }) => {
      const row = await services.items.find(caller.workspaceId, id);
      return { kind: row.kind, ...itemView(row) };
    },
  }),
  defineTool({
    name: 'get_pack_context',
    description: 'A pack as one Markdown text within a token budget.',
    scope: 'mcp:read',
    input: z.object({ id: IntegerId, max_tokens: MaxTokens.optional() }),
    output: Context,
    annotations: READS,
    handler: ({ id, max_tokens }, { caller, language }) =>
      services.contexts.pack(caller.workspaceId, id, { maxTokens: max_tokens, language }),
  }),
];

export const itemWriteTools = (services: ItemToolServices): Tool[] => [
  addTool(services),
  updateTool(services),
  defineTool({
    name: 'promote_idea',
    description: 'Makes a roadmap item (planned, later) out of an idea.',
    scope: 'mcp:write',
    input: z.object({ id: IntegerId, version: Version.optional() }),
    output: z.object({ idea: Written, item: Written }),
    annotations: CHANGES,
    handler: ({ id, version }, { caller }) => services.items.promote(caller.workspaceId, { kind: 'idea', id }, version),
  }),
  defineTool({
    name: 'service_close',
    description: 'Records that a service was ended, and why. It stops nothing itself.',
    scope: 'mcp:write',
    input: ServiceClosing.extend({ id: IntegerId }),
    output: Written,
    annotations: CHANGES,
    handler: ({ id, reason, version }, { caller }) =>
      services.items.closeService(caller.workspaceId, { kind: 'service', id }, reason, version),
  }),
];

export const itemAdminTools = ({ items }: ItemToolServices): Tool[] => [
  defineTool({
    name: 'delete_facet',
    description: 'Deletes a facet.',
    scope: 'mcp:admin',
    input: z.object({ id: IntegerId }),
    output: Deleted,
    annotations: DELETES,
    handler: async ({ id }, { caller }) => {
      await items.remove(caller.workspaceId, { kind: 'facet', id });
      return { deleted: true as const };
    },
  }),
];
