import type { SessionUser } from '#kit/ui/auth/session-user.ts';
import type { StatusState } from '#kit/ui/status.tsx';
import type { Reader } from '#kit/ui/text/reader.tsx';
import type { ApiCall } from '#kit/ui/query/api.tsx';

/** An in-app notice in the bell. `at` in epoch milliseconds. */
export type ShellNotice = { id: string; title: string; text: string | null; to: string | null; at: number; read: boolean };
export type ShellNotices = { unread: number; items: readonly ShellNotice[]; markRead: (ids: readonly string[]) => void };

/** What the command palette finds on the server. */
export type FoundKind =
  | 'room'
  | 'account'
  | 'person'
  | 'recording'
  | 'meeting'
  | 'invoice'
  | 'ticket'
  | 'server'
  | 'plan'
  | 'post'
  | 'file'
  | 'action';
/** A line of the command palette. `verb` is what Enter does with it; `at` in epoch milliseconds. */
export type PaletteLine = {
  id: string;
  kind: FoundKind;
  name: string;
  sub?: string;
  at?: number;
  amount?: { minor: number; currency: string };
  to: string;
  verb?: string;
  status?: StatusState;
};

/** `also`: all that stands on the tab. */
export type SettingLine = { id: string; name: string; also: string; sub: string; to: string };

/** What the frame shows of the domains. Null = that domain is not there, and its place is not drawn. */
export type ShellSlots = {
  useNotices: (() => ShellNotices) | null;
  /** How many meetings run now, and where they are listed. */
  useLive: (() => { count: number; to: string }) | null;
  /** Everything that one may see, for the command palette; asked 150 ms after the last key. */
  search: ((ask: { api: ApiCall; q: string; user: SessionUser | null }) => Promise<readonly PaletteLine[]>) | null;
  /** Tabs of the settings with the words that stand on them, for the command palette. */
  settings: ((ask: { user: SessionUser | null; reader: Reader }) => Promise<readonly SettingLine[]>) | null;
  switchAccount: ((ask: { api: ApiCall; accountId: string }) => Promise<void>) | null;
};
