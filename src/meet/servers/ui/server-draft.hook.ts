import type { ServerItem } from '../server-views.contract.ts';
import type { NewServerInput } from '../servers.contract.ts';
import { type MaintenanceRow, rowsOf, windowsOf, windowTrouble } from './maintenance-rows.hook.ts';

/** What the form holds, as one types it. */
export type ServerDraft = {
  name: string;
  url: string;
  secret: string;
  hash: ServerItem['hash'];
  region: string;
  tags: string;
  pools: string;
  multiplier: string;
  maxMeetings: string;
  maxPeople: string;
  maintenance: MaintenanceRow[];
  note: string;
};
export const emptyDraft: ServerDraft = {
  name: '',
  url: '',
  secret: '',
  hash: 'sha256',
  region: '',
  tags: '',
  pools: '',
  multiplier: '1',
  maxMeetings: '',
  maxPeople: '',
  maintenance: [],
  note: '',
};

const numeral = (value: number | null) => (value === null ? '' : String(value));
/** The stored secret never comes back: its field is empty, and stays so when it is not changed. */
export const draftOf = (server: ServerItem, zone: string): ServerDraft => ({
  name: server.name,
  url: server.url,
  secret: '',
  hash: server.hash,
  region: server.region ?? '',
  tags: server.tags.join(', '),
  pools: server.pools.join(', '),
  multiplier: String(server.multiplier),
  maxMeetings: numeral(server.maxMeetings),
  maxPeople: numeral(server.maxPeople),
  maintenance: rowsOf(server.maintenance, zone),
  note: server.note,
});

/** Words with commas or spaces between. */
export const wordsOf = (text: string): string[] => [
  ...new Set(
    text
      .split(/[\s,;،、，]+/)
      .map((one) => one.trim().toLowerCase())
      .filter((one) => one !== ''),
  ),
];
/** Empty is no limit; what is no number becomes NaN, which the contract refuses. A comma may stand for the point. */
const numberOf = (text: string) => (text.trim() === '' ? null : Number(text.trim().replace(',', '.')));

export const bodyOf = (draft: ServerDraft, zone: string): NewServerInput => ({
  name: draft.name.trim(),
  url: draft.url.trim(),
  secret: draft.secret.trim(),
  hash: draft.hash,
  region: draft.region.trim() === '' ? null : draft.region.trim(),
  tags: wordsOf(draft.tags),
  pools: wordsOf(draft.pools),
  multiplier: numberOf(draft.multiplier) ?? 1,
  maxMeetings: numberOf(draft.maxMeetings),
  maxPeople: numberOf(draft.maxPeople),
  maintenance: windowsOf(draft.maintenance, zone) ?? [],
  note: draft.note.trim(),
});

/** Only what was changed is sent, so that what somebody else changed meanwhile stays theirs. */
export function changesOf({
  first,
  draft,
  zone,
}: {
  first: ServerDraft;
  draft: ServerDraft;
  zone: string;
}): Partial<NewServerInput> {
  const was: Readonly<Record<string, unknown>> = bodyOf(first, zone);
  const body = bodyOf(draft, zone);
  return Object.fromEntries(Object.entries(body).filter(([name, value]) => JSON.stringify(was[name]) !== JSON.stringify(value)));
}

const wordShape = /^[a-z0-9][a-z0-9._-]{0,39}$/;
const isCount = (text: string) => text.trim() === '' || /^[1-9][0-9]{0,6}$/.test(text.trim());

/** Field → code of what is wrong; the server side looks at the address and the rest again. */
export function draftTrouble(draft: ServerDraft, about: { of: 'new' | 'kept' | 'engine'; zone: string }) {
  const words = (field: 'tags' | 'pools') =>
    wordsOf(draft[field]).every((one) => wordShape.test(one)) ? {} : { [field]: 'not_a_word' };
  const count = (field: 'maxMeetings' | 'maxPeople') => (isCount(draft[field]) ? {} : { [field]: 'not_a_number' });
  const weight = numberOf(draft.multiplier);
  const trouble: Partial<Record<keyof ServerDraft, string>> = {
    ...(draft.name.trim() === '' && { name: 'required' }),
    ...(about.of !== 'engine' && draft.url.trim() === '' && { url: 'required' }),
    ...(about.of === 'new' && draft.secret.trim() === '' && { secret: 'required' }),
    ...words('tags'),
    ...words('pools'),
    ...count('maxMeetings'),
    ...count('maxPeople'),
    ...((weight === null || !(weight >= 0.05 && weight <= 20)) && { multiplier: 'not_a_number' }),
    ...(windowTrouble(draft.maintenance, about.zone) && { maintenance: 'not_a_window' }),
  };
  return trouble;
}

export const connectionOf = (draft: ServerDraft): string => JSON.stringify([draft.url.trim(), draft.secret.trim(), draft.hash]);
