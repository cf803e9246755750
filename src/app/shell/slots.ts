import type { State } from '#kit/ui/status.tsx';
import type { Api } from '#kit/ui/query/api.tsx';

/** An in-app notice in the bell. `at` in epoch milliseconds. */
export type Notice = { id: string; title: string; text: string | null; to: string | null; at: number; read: boolean };
export type Notices = { unread: number; items: readonly Notice[]; markRead: (ids: readonly string[]) => void };

/** A line of the command palette. `verb` is what Enter does with it. */
export type PaletteLine = {
  id: string;
  kind: 'room' | 'person' | 'action';
  name: string;
  sub?: string;
  to: string;
  verb?: string;
  status?: State;
};

/** What the frame shows of the domains. Null = that domain is not there, and its place is not drawn. */
export type ShellSlots = {
  useNotices: (() => Notices) | null;
  /** How many meetings run now, and where they are listed. */
  useLive: (() => { count: number; to: string }) | null;
  /** Rooms and people for the command palette; asked 150 ms after the last key. */
  search: ((ask: { api: Api; q: string }) => Promise<readonly PaletteLine[]>) | null;
  switchAccount: ((ask: { api: Api; accountId: string }) => Promise<void>) | null;
};
