import { useQueries } from '@tanstack/react-query';
import { useApi } from '#kit/ui/query/api.tsx';
import { type TicketCategory, type TicketSubject, ticketCategories } from '../tickets.rules.ts';
import type { TicketThing } from '../tickets-views.contract.ts';
import { type IssueSource, issuesApi, issueThingsQuery, sourceOf } from './tickets-data.hook.ts';

/** What a ticket of a category can be about, the likeliest first. */
const kindsByCategory: Readonly<Record<TicketCategory, readonly TicketSubject[]>> = {
  meetings: ['meeting', 'room'],
  recordings: ['recording'],
  billing: ['invoice'],
  account: [],
  api: ['call'],
  other: [],
};
export const categoryOf = (text: string): TicketCategory | undefined => ticketCategories.find((one) => one === text);
/** The category of what a ticket is opened from. */
export const categoryFor = (kind: TicketSubject): TicketCategory =>
  ticketCategories.find((one) => kindsByCategory[one].includes(kind)) ?? 'other';

/** A thing as the value of a field: `room:<id>`; empty: none. */
export const thingValue = ({ kind, id }: IssueSource): string => `${kind}:${id}`;
export function thingOf(value: string): IssueSource | null {
  const at = value.indexOf(':');
  return sourceOf(value.slice(0, at), value.slice(at + 1));
}

type ThingGroup = { kind: TicketSubject; items: { value: string; name: string; at: number | null }[] };
/** What can be chosen for a category; the thing that the form was opened from is always among it. */
export function useThings(
  category: string,
  { kinds, from }: { kinds: readonly TicketSubject[]; from: TicketThing | null },
): ThingGroup[] {
  const api = useApi(issuesApi);
  const known = categoryOf(category);
  const asked = known === undefined ? [] : kindsByCategory[known].filter((kind) => kinds.includes(kind));
  const answers = useQueries({ queries: asked.map((kind) => issueThingsQuery(api, kind)) });
  return asked.map((kind, place) => {
    const items = (answers[place]?.data?.items ?? []).map((one) => ({ value: thingValue(one), name: one.name, at: one.at }));
    const missing = from !== null && from.kind === kind && !items.some(({ value }) => value === thingValue(from));
    return { kind, items: missing ? [{ value: thingValue(from), name: from.name, at: null }, ...items] : items };
  });
}
