/** The uploads of this page: what is on its way, what waits for its file after a reload, and what became of it. */
import type { UploadView } from '../files.contract.ts';

export type UploadItem = {
  id: string;
  url: string;
  name: string;
  bytes: number;
  sent: number;
  /** `choose`: begun on another page or before a reload; the browser has lost the file. */
  state: 'sending' | 'paused' | 'choose' | 'done' | 'stopped';
  why: 'lost' | 'limit' | 'gone' | 'refused' | null;
  /** Of the sending since it last began: when, and from which byte. */
  since: { at: number; sent: number } | null;
};
export type UploadChange = Partial<Omit<UploadItem, 'id'>>;

export const newItem = ({ id, url, name, bytes, offset }: UploadView, state: 'sending' | 'choose'): UploadItem => ({
  ...{ id, url, name, bytes, sent: offset, state, why: null, since: null },
});
/** What the server still waits for, beside what this page knows. */
export function withOpen(items: readonly UploadItem[], open: readonly UploadView[]): UploadItem[] {
  const known = new Set(items.map(({ id }) => id));
  return [...items, ...open.filter(({ id }) => !known.has(id)).map((one) => newItem(one, 'choose'))];
}
export const changed = (items: readonly UploadItem[], id: string, change: UploadChange): UploadItem[] =>
  items.map((one) => (one.id === id ? { ...one, ...change } : one));
/** The same file again: the server tells nothing of its content, so name and size have to do. */
export const isSameFile = (item: Pick<UploadItem, 'name' | 'bytes'>, file: Pick<File, 'name' | 'size'>): boolean =>
  item.bytes === file.size && item.name === file.name;

/** Seconds that are left at the pace so far; null: too early to say. */
export function secondsLeft({ bytes, sent, since }: UploadItem, now: number): number | null {
  if (since === null || sent <= since.sent || now - since.at < 1_000) return null;
  return Math.ceil(((bytes - sent) * (now - since.at)) / (sent - since.sent) / 1_000);
}
export const shareOf = ({ bytes, sent }: Pick<UploadItem, 'bytes' | 'sent'>): number =>
  bytes === 0 ? 0 : Math.min(100, Math.floor((sent / bytes) * 100));
