/** The person's own settings, kept by the service. */
import type { Settings, SettingsChange } from '@synapse/contract';
import { queryOptions } from '@tanstack/react-query';
import { call } from './call.ts';

export const settingsQuery = queryOptions({
  queryKey: ['settings'],
  queryFn: ({ signal }) => call<Settings>('GET', '/tda/settings', undefined, signal),
});

export const changeSettings = (change: SettingsChange): Promise<Settings> => call('PATCH', '/tda/settings', change);
