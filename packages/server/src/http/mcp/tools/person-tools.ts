/** The person: what is shown to them, their profile, settings and day. */
import { NewPanel, Panel, Profile, type Quotas, SettingsChange, Today } from '@synapse/contract';
import * as z from 'zod';
import type { CallsToday } from '../../../limits/calls-today.ts';
import type { Panels } from '../../../projects/panels.ts';
import type { UserSettings } from '../../../projects/settings.ts';
import type { TodayDashboard } from '../../../recall/today.ts';
import { defineTool, type Tool } from '../tool.ts';
import { CHANGES, OVERWRITES, READS } from './annotations.ts';
import { shortTemplate } from './short-template.ts';

const listed = <T extends { readonly command_template: string }>(failure: T): T => ({
  ...failure,
  command_template: shortTemplate(failure.command_template),
});

export interface PersonToolServices {
  readonly panels: Panels;
  readonly settings: UserSettings;
  readonly today: TodayDashboard;
  readonly callsToday: CallsToday;
  readonly quotas: Quotas;
}

export const presentTools = ({ panels }: PersonToolServices): Tool[] => [
  defineTool({
    name: 'ui_present',
    description: 'Shows the person a Markdown panel, or a view of the page, in the open page. Returns a link to it.',
    scope: 'mcp:write',
    input: NewPanel,
    output: Panel.pick({ id: true, link: true }),
    annotations: CHANGES,
    handler: (panel, { caller }) => panels.present(caller.workspaceId, panel),
  }),
];

const Saved = z.object({ saved: z.literal(true) });
/** The address `/tda/today` documents the parts. */
const Day = Today.extend({
  journal: Today.shape.journal.meta({ brief: 'count, entries' }),
  executions: Today.shape.executions.meta({ brief: 'total, succeeded, failed, refused, running' }),
  failures: z.array(Today.shape.failures.element.meta({ brief: 'execution_id, machine, command_template, exit_code' })),
  roadmap: z.array(Today.shape.roadmap.element.meta({ brief: 'id, project_id, title, status' })),
  quota: Today.shape.quota.meta({ brief: 'calls_today, daily_quota' }),
});

export const personAdminTools = ({ settings, today, callsToday, quotas }: PersonToolServices): Tool[] => [
  defineTool({
    name: 'get_profile',
    description: 'Who the person is: name, plan, scopes, quota, settings.',
    scope: 'mcp:admin',
    input: z.object({}),
    output: Profile,
    annotations: READS,
    handler: async (_args, { caller: { userId, username, plan, scopes } }) => ({
      ...(await settings.get(userId)),
      username,
      plan,
      scopes: [...scopes],
      calls_today: await callsToday(userId),
      daily_quota: quotas[plan],
    }),
  }),
  defineTool({
    name: 'update_settings',
    description: 'Changes profile (display_name, about: what assistants read about the person) and settings.',
    scope: 'mcp:admin',
    input: SettingsChange,
    output: Saved,
    annotations: OVERWRITES,
    handler: async (change, { caller }) => {
      await settings.update(caller.userId, change);
      return { saved: true as const };
    },
  }),
  defineTool({
    name: 'today_dashboard',
    description: 'What moved today: journal, executions, failures, roadmap, quota.',
    scope: 'mcp:admin',
    input: z.object({}),
    output: Day,
    annotations: READS,
    handler: async (_args, { caller: { userId, plan } }) => {
      const day = await today({ userId, plan });
      return { ...day, failures: day.failures.map(listed) };
    },
  }),
];
