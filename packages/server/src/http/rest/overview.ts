/** Across projects, over REST: search, today, panels and settings. */
import { Panel, PROJECT_LIMITS, SearchAnswer, SearchQuery, Settings, SettingsChange, Today } from '@synapse/contract';
import * as z from 'zod';
import { personalWorkspaceId } from '../../ids.ts';
import type { Panels } from '../../projects/panels.ts';
import type { UserSettings } from '../../projects/settings.ts';
import type { Search } from '../../recall/search.ts';
import type { TodayDashboard } from '../../recall/today.ts';
import { endpoint } from '../endpoint.ts';
import { IdNumber } from './params.ts';

export interface OverviewServices {
  readonly search: Search;
  readonly today: TodayDashboard;
  readonly panels: Panels;
  readonly settings: UserSettings;
}

const { searchResults } = PROJECT_LIMITS;

export const searchAll = ({ search }: OverviewServices) =>
  endpoint({
    summary: 'Full-text search over projects, what they remember, and the journal.',
    access: 'user',
    query: z.object({
      q: SearchQuery.shape.q,
      project_id: IdNumber.optional(),
      limit: z.coerce.number().int().min(1).max(searchResults.max).default(searchResults.default),
    }),
    answer: SearchAnswer,
    handle: async ({ query }, { session }) => ({ results: await search(personalWorkspaceId(session.user.id), query) }),
  });

export const showToday = ({ today }: OverviewServices) =>
  endpoint({
    summary: 'What moved today, in the user’s own time zone.',
    access: 'user',
    answer: Today,
    handle: (_input, { session: { user } }) => today({ userId: user.id, plan: user.plan }),
  });

export const listPanels = ({ panels }: OverviewServices) =>
  endpoint({
    summary: 'What assistants have shown lately, newest first. Markdown is as they wrote it: render it inert.',
    access: 'user',
    answer: z.object({ panels: z.array(Panel) }),
    handle: async (_input, { session }) => ({ panels: await panels.list(personalWorkspaceId(session.user.id)) }),
  });

export const getSettings = ({ settings }: OverviewServices) =>
  endpoint({
    summary: 'The user’s settings.',
    access: 'user',
    answer: Settings,
    handle: (_input, { session }) => settings.get(session.user.id),
  });

export const changeSettings = ({ settings }: OverviewServices) =>
  endpoint({
    summary: 'Change settings; what is left out stays.',
    access: 'user',
    body: SettingsChange,
    answer: Settings,
    handle: ({ body }, { session }) => settings.update(session.user.id, body),
  });
