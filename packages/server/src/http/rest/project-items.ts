/** What projects remember over REST: the same five endpoints for each kind, and what only some can do. */
import {
  Context,
  Idea,
  ITEMS,
  ItemChange,
  type ItemKind,
  NewItem,
  RoadmapItem,
  ServiceClosing,
  ServiceItem,
  Version,
} from '@synapse/contract';
import * as z from 'zod';
import type { Items } from '../../projects/items.ts';
import type { Contexts } from '../../recall/contexts.ts';
import { type Endpoint, endpoint } from '../endpoint.ts';
import { IdNumber } from './params.ts';
import { BudgetQuery, ProjectParams } from './projects.ts';

export interface ItemServices {
  readonly items: Items;
  readonly contexts: Contexts;
}

const ItemParams = z.object({ id: IdNumber, itemId: IdNumber });

export interface ItemEndpoints {
  readonly list: Endpoint;
  readonly add: Endpoint;
  readonly get: Endpoint;
  readonly change: Endpoint;
  readonly remove: Endpoint;
}

export function itemEndpoints({ items }: ItemServices, kind: ItemKind): ItemEndpoints {
  const { list, item } = ITEMS[kind];
  // One schema of six: the compiler cannot tell which, the check at run time can.
  const [wish, change] = [NewItem[kind] as z.ZodObject, ItemChange[kind] as z.ZodObject];
  const refOf = (params: { id: number; itemId: number }) => ({ kind, id: params.itemId, projectId: params.id });
  return {
    list: endpoint({
      summary: `The project’s ${list}, in order.`,
      access: 'user',
      params: ProjectParams,
      answer: z.object({ [list]: z.array(item) }),
      handle: async ({ params }, { workspace }) => ({ [list]: await items.list(workspace.id, params.id, kind) }),
    }),
    add: endpoint({
      summary: `Add to the project’s ${list}.`,
      access: 'user',
      params: ProjectParams,
      body: wish,
      status: 201,
      answer: item as z.ZodType,
      handle: ({ params, body }, { workspace }) => items.add(workspace.id, params.id, kind, body as never),
    }),
    get: endpoint({
      summary: `One of the project’s ${list}.`,
      access: 'user',
      params: ItemParams,
      answer: item as z.ZodType,
      handle: ({ params }, { workspace }) => items.get(workspace.id, refOf(params)),
    }),
    change: endpoint({
      summary: `Change one of the project’s ${list}; with \`version\`, only if it was not changed since.`,
      access: 'user',
      params: ItemParams,
      body: change,
      answer: item as z.ZodType,
      handle: ({ params, body }, { workspace }) => items.update(workspace.id, refOf(params), body as never),
    }),
    remove: endpoint({
      summary: `Delete one of the project’s ${list}.`,
      access: 'user',
      params: ItemParams,
      answer: null,
      handle: ({ params }, { workspace }) => items.remove(workspace.id, refOf(params)),
    }),
  };
}

export const promoteIdea = ({ items }: ItemServices) =>
  endpoint({
    summary: 'Make an item of the roadmap out of an idea.',
    access: 'user',
    params: ItemParams,
    body: z.strictObject({ version: Version.optional() }),
    status: 201,
    answer: z.object({ idea: Idea, item: RoadmapItem }),
    handle: ({ params: { id, itemId }, body }, { workspace }) =>
      items.promote(workspace.id, { kind: 'idea', id: itemId, projectId: id }, body.version),
  });

export const packContext = ({ contexts }: ItemServices) =>
  endpoint({
    summary: 'A pack as one Markdown text within a budget of tokens.',
    access: 'user',
    params: ItemParams,
    query: BudgetQuery,
    answer: Context,
    handle: ({ params: { id, itemId }, query }, { workspace, language }) =>
      contexts.pack(workspace.id, itemId, { projectId: id, maxTokens: query.max_tokens, language }),
  });

export const closeService = ({ items }: ItemServices) =>
  endpoint({
    summary: 'Record that a service was ended, and why.',
    access: 'user',
    params: ItemParams,
    body: ServiceClosing,
    answer: ServiceItem,
    handle: ({ params: { id, itemId }, body: { reason, version } }, { workspace }) =>
      items.closeService(workspace.id, { kind: 'service', id: itemId, projectId: id }, reason, version),
  });
