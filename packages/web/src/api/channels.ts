/** Where the person hears of what waits, besides the page. */
import type { Channel, ChannelKind, ChannelTest, NotificationSettings } from '@synapse/contract';
import { queryOptions } from '@tanstack/react-query';
import { at, call } from './call.ts';

export type { Channel, ChannelKind, NotificationSettings };

interface Channels {
  readonly channels: readonly Channel[];
}

/** `language`: of the problem's text. */
export const channelsQuery = (language: string) =>
  queryOptions({
    queryKey: ['channels', language],
    queryFn: ({ signal }) => call<Channels>('GET', '/synapse/notifications', undefined, signal),
    select: ({ channels }) => channels,
  });

export const putChannels = (settings: NotificationSettings): Promise<Channels> =>
  call('PUT', '/synapse/notifications', settings);
export const changeChannel = (kind: ChannelKind, ends: boolean): Promise<Channels> =>
  call('PATCH', at`/synapse/notifications/${kind}`, { ends });
export const removeChannel = (kind: ChannelKind): Promise<void> => call('DELETE', at`/synapse/notifications/${kind}`);

export const testChannels = (): Promise<{ readonly tests: readonly ChannelTest[] }> =>
  call('POST', '/synapse/notifications/test');
