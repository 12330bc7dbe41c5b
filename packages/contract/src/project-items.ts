/** What a project remembers: facets, roadmap, knowledge, ideas, packs and services, as they cross the wire. */
import * as z from 'zod';
import { Timestamp } from './accounts.ts';
import { Identifier } from './identifier.ts';
import { MaxTokens, PROJECT_LIMITS, Version } from './projects.ts';
import { elseSay } from './reasons.ts';
import { boundedText, IntegerId, Tags, titleLine } from './text.ts';

export const ITEM_LIMITS = { perKind: 200, titleChars: 200, contentChars: 20_000, packItems: 200 } as const;

export const ITEM_KINDS = ['facet', 'roadmap', 'knowledge', 'idea', 'pack', 'service'] as const;
export type ItemKind = (typeof ITEM_KINDS)[number];

export const ROADMAP_STATUSES = ['planned', 'doing', 'done', 'dropped'] as const;
export const HORIZONS = ['now', 'next', 'later'] as const;
export const IDEA_STATUSES = ['open', 'promoted', 'dropped'] as const;
export const SERVICE_STATUSES = ['running', 'closed'] as const;

const Item = z.object({
  id: z.int(),
  project_id: z.int(),
  title: z.string(),
  content: z.string(),
  version: z.int(),
  created_at: Timestamp,
  updated_at: Timestamp,
});
export const Facet = Item.extend({ position: z.int() });
export const RoadmapItem = Item.extend({
  status: z.enum(ROADMAP_STATUSES),
  horizon: z.enum(HORIZONS),
  position: z.int(),
});
export const Knowledge = Item.extend({ tags: z.array(z.string()), source: z.string() });
export const Idea = Item.extend({
  tags: z.array(z.string()),
  status: z.enum(IDEA_STATUSES),
  promoted_to: z.int().nullable(),
});
export const Pack = Item.extend({ item_ids: z.array(z.int()), max_tokens: z.int() });
export const ServiceItem = Item.extend({
  machine: Identifier,
  url: Identifier,
  status: z.enum(SERVICE_STATUSES),
  closed_reason: z.string().nullable(),
  closed_at: Timestamp.nullable(),
});

const position = z.int().min(0).max(1_000_000);
const fields = {
  title: titleLine(ITEM_LIMITS.titleChars),
  content: boundedText(ITEM_LIMITS.contentChars),
};
/** A link that is safe to show to a person: nothing that a browser would run. */
const WebUrl = z
  .string()
  .max(2_000)
  .regex(/^(?:https?:\/\/\S+)?$/i)
  .refine((text) => text === '' || URL.canParse(text), elseSay('web_address'));
const roadmap = { status: z.enum(ROADMAP_STATUSES), horizon: z.enum(HORIZONS), position };
const pack = { item_ids: z.array(IntegerId).max(ITEM_LIMITS.packItems), max_tokens: MaxTokens };
/** One bounded string rather than a union of two, because clients and models read that better. */
const MachineOrNone = z
  .string()
  .max(96)
  .regex(/^(?:(?:[a-z0-9-]{2,32}\/)?[a-z0-9][a-z0-9-]{0,62})?$/);
const service = { machine: MachineOrNone, url: WebUrl };
const source = boundedText(500);
const ideaStatus = z.enum(['open', 'dropped']);

const created = { title: fields.title, content: fields.content.default('') };
export const NewItem = {
  facet: z.strictObject({ ...created, position: position.optional() }),
  roadmap: z.strictObject({
    ...created,
    status: roadmap.status.default('planned'),
    horizon: roadmap.horizon.default('next'),
    position: position.optional(),
  }),
  knowledge: z.strictObject({ ...created, tags: Tags.default([]), source: source.default('') }),
  idea: z.strictObject({ ...created, tags: Tags.default([]) }),
  pack: z.strictObject({
    ...created,
    item_ids: pack.item_ids,
    max_tokens: pack.max_tokens.default(PROJECT_LIMITS.contextTokens.default),
  }),
  service: z.strictObject({ ...created, machine: service.machine.default(''), url: service.url.default('') }),
} as const satisfies Record<ItemKind, z.ZodObject>;

const change = <S extends z.ZodRawShape>(own: S) =>
  z
    .strictObject({ ...fields, ...own })
    .partial()
    .extend({ version: Version.optional() });
export const ItemChange = {
  facet: change({ position }),
  roadmap: change(roadmap),
  knowledge: change({ tags: Tags, source }),
  idea: change({ tags: Tags, status: ideaStatus }),
  pack: change(pack),
  service: change(service),
} as const satisfies Record<ItemKind, z.ZodObject>;

/** The wire form of each kind, and the name of its list. */
export const ITEMS = {
  facet: { item: Facet, list: 'facets' },
  roadmap: { item: RoadmapItem, list: 'roadmap' },
  knowledge: { item: Knowledge, list: 'knowledge' },
  idea: { item: Idea, list: 'ideas' },
  pack: { item: Pack, list: 'packs' },
  service: { item: ServiceItem, list: 'services' },
} as const satisfies Record<ItemKind, { item: z.ZodObject; list: string }>;

export type ItemOf<K extends ItemKind> = z.infer<(typeof ITEMS)[K]['item']>;

export const ServiceClosing = z.strictObject({ reason: boundedText(500, 1), version: Version.optional() });
