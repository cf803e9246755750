import type { ComponentType } from 'react';
import type { LoadContext, ScreenModule } from '#kit/ui/screen.ts';
import type { RoomItem } from '../../rooms.contract.ts';

export type RoomOf = Pick<
  RoomItem,
  'id' | 'name' | 'live' | 'rights' | 'role' | 'slug' | 'account' | 'tags' | 'restsSince' | 'lastMeetingAt'
>;
/** What screens of rooms show of meetings and recordings, which they do not know. The route table fills it. */
export type RoomSlots = {
  /** Starts the room, or joins its meeting. Nothing for those who may do neither. */
  Go: ComponentType<{ room: RoomOf; look: 'primary' | 'row' }>;
  /** The room's meetings: who is in now, and the past ones. */
  Meetings: ComponentType<{ room: RoomOf }>;
  /** The room's next dates; `loadDates` loads them. */
  Dates?: ComponentType<{ room: RoomOf }>;
  /** The room's recordings; `loadRecordings` loads them. */
  Recordings?: ComponentType<{ room: RoomOf }>;
  /** Files that the room shows; brings its code and its data itself. */
  Presentations?: ComponentType<{ room: RoomOf }>;
  /** Groups of the account that are given the room; brings its code and its data itself. Nothing for those who may see no groups. */
  Groups?: ComponentType<{ room: RoomOf }>;
  /** Says that the account has more rooms than its plan allows, and what becomes of them; brings its code and its data itself. */
  Over?: ComponentType<object>;
  /** Leads to support with the room; brings its code itself. */
  Help?: ComponentType<{ room: RoomOf }>;
  loadDates?: (context: LoadContext, roomId: string) => Promise<unknown>;
  loadRecordings?: (context: LoadContext, room: RoomOf) => Promise<unknown>;
  /** Loads what `Meetings` shows. */
  loadMeetings: (context: LoadContext, roomId: string) => Promise<unknown>;
};
/** A screen that has places for other domains. */
export type SlottedScreen = (slots: RoomSlots) => ScreenModule;
