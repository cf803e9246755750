import type { ComponentType } from 'react';
import type { ScreenModule } from '#kit/ui/screen.ts';
import type { ServerItem } from '../../server-views.contract.ts';

export type ServerOf = Pick<ServerItem, 'id' | 'name' | 'kind' | 'state'>;
/** What screens of servers show of recordings, which they do not know. The route table fills it. */
export type ServerSlots = {
  /** Among the acts of a server: has its recordings sent here. Nothing for servers of which that makes no sense. */
  Send: ComponentType<{ server: ServerOf }>;
};
/** A screen that has places for other domains. */
export type SlottedServers = (slots: ServerSlots) => ScreenModule;
