/** A user's own compaction filters over REST. */
import { OwnFilter } from '@synapse/contract';
import * as z from 'zod';
import type { OwnFilters } from '../../filters/filters.ts';
import { Answer, endpoint } from '../endpoint.ts';

export interface FilterServices {
  readonly filters: OwnFilters;
}

const NameParams = z.object({ name: OwnFilter.shape.name });

export const listFilters = ({ filters }: FilterServices) =>
  endpoint({
    summary: 'The user’s own compaction filters, in the order they are tried.',
    access: 'user',
    answer: z.object({ filters: z.array(OwnFilter) }),
    handle: async (_input, { workspace }) => ({ filters: [...(await filters.of(workspace.id))] }),
  });

export const putFilter = ({ filters }: FilterServices) =>
  endpoint({
    summary: 'Store or replace a filter; its own cases must come out.',
    access: 'user',
    params: NameParams,
    body: OwnFilter.omit({ name: true }),
    otherStatus: 201,
    answer: OwnFilter,
    handle: async ({ params, body }, { workspace }) => {
      const filter = { ...body, name: params.name };
      return new Answer((await filters.put(workspace.id, filter)) ? 201 : 200, filter);
    },
  });

export const deleteFilter = ({ filters }: FilterServices) =>
  endpoint({
    summary: 'Delete a filter.',
    access: 'user',
    params: NameParams,
    answer: null,
    handle: ({ params }, { workspace }) => filters.remove(workspace.id, params.name),
  });
