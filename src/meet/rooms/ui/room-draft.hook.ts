import { tagLimits, tagsIn, tagTrouble } from '#core/iam/tags.rules.ts';
import type { NewRoom, RoomDefaults, RoomDefaultsInput, RoomDefaultsView, RoomDetail, RoomOptions } from '../rooms.contract.ts';
import { roomLimits, roomSwitches, slugTrouble, standardOptions } from '../rooms.rules.ts';

/** What the form holds: every field a text or a switch, as one types it. */
export type RoomDraft = RoomOptions & {
  name: string;
  slug: string;
  welcome: string;
  /** Who gets in. With the lobby a code may be asked as well. */
  entry: 'lobby' | 'code' | 'open';
  viewerCode: string;
  moderatorCode: string;
  start: 'hosts' | 'anyone';
  signInRequired: boolean;
  muteOnStart: boolean;
  record: boolean;
  maxPeople: string;
  maxMinutes: string;
  /** Separated by commas. */
  tags: string;
};
export type DraftField = keyof RoomDraft;

export const emptyDraft: RoomDraft = {
  name: '',
  slug: '',
  welcome: '',
  entry: 'lobby',
  viewerCode: '',
  moderatorCode: '',
  start: 'hosts',
  signInRequired: false,
  muteOnStart: false,
  record: false,
  maxPeople: '',
  maxMinutes: '',
  tags: '',
  ...standardOptions,
};
/** Settings to begin with, by the word in `?like=`. */
export const likes: Readonly<Record<string, Partial<RoomDraft>>> = {
  class: { entry: 'lobby', muteOnStart: true },
  team: { entry: 'open', signInRequired: true, start: 'anyone' },
  office: { entry: 'lobby', maxPeople: '2' },
};

const numeral = (value: number | null) => (value === null ? '' : String(value));
type RoomFields = Pick<
  RoomDetail,
  | 'name'
  | 'slug'
  | 'welcome'
  | 'lobby'
  | 'viewerCode'
  | 'moderatorCode'
  | 'anyoneCanStart'
  | 'signInRequired'
  | 'muteOnStart'
  | 'record'
  | 'maxPeople'
  | 'maxMinutes'
> & { tags?: readonly string[]; options?: RoomOptions };
export const draftOf = (room: RoomFields): RoomDraft => ({
  name: room.name,
  slug: room.slug,
  welcome: room.welcome,
  entry: room.lobby ? 'lobby' : room.viewerCode === null ? 'open' : 'code',
  viewerCode: room.viewerCode ?? '',
  moderatorCode: room.moderatorCode ?? '',
  start: room.anyoneCanStart ? 'anyone' : 'hosts',
  signInRequired: room.signInRequired,
  muteOnStart: room.muteOnStart,
  record: room.record,
  maxPeople: numeral(room.maxPeople),
  maxMinutes: numeral(room.maxMinutes),
  tags: (room.tags ?? []).join(', '),
  ...(room.options ?? standardOptions),
});

/** An empty form with what the account set for new rooms. Version 0: it set nothing, and only recording depends on what it has. */
export const draftFor = (defaults: RoomDefaultsView): RoomDraft =>
  defaults.version === 0
    ? { ...emptyDraft, record: defaults.record }
    : draftOf({ ...defaults, name: '', slug: '', viewerCode: null, moderatorCode: null });

/** The names of the options, each a field of the form. */
export const optionNames = [...roomSwitches, 'layout'] as const;
const optionsOf = (draft: RoomDraft): RoomOptions => ({
  lockMic: draft.lockMic,
  lockCam: draft.lockCam,
  lockChat: draft.lockChat,
  lockPrivateChat: draft.lockPrivateChat,
  lockNotes: draft.lockNotes,
  hideUsers: draft.hideUsers,
  hostCameras: draft.hostCameras,
  endWithoutHost: draft.endWithoutHost,
  promoteGuests: draft.promoteGuests,
  organisationOnly: draft.organisationOnly,
  layout: draft.layout,
});

const codeOf = (text: string) => (text.trim() === '' ? null : text.trim());
/** Empty is no limit; what is no number becomes NaN, which the contract refuses. */
const numberOf = (text: string) => (text.trim() === '' ? null : Number(text.trim()));

/** The draft as the contract takes it. */
export const bodyOf = (draft: RoomDraft): NewRoom => ({
  name: draft.name,
  ...(draft.slug.trim() !== '' && { slug: draft.slug.trim().toLowerCase() }),
  welcome: draft.welcome,
  lobby: draft.entry === 'lobby',
  viewerCode: draft.entry === 'open' ? null : codeOf(draft.viewerCode),
  moderatorCode: codeOf(draft.moderatorCode),
  anyoneCanStart: draft.start === 'anyone',
  signInRequired: draft.signInRequired,
  muteOnStart: draft.muteOnStart,
  record: draft.record,
  maxPeople: numberOf(draft.maxPeople),
  maxMinutes: numberOf(draft.maxMinutes),
  tags: tagsIn(draft.tags),
  options: optionsOf(draft),
});

/** The account's defaults: the room form without what only one room can have, and what counts for all its rooms. */
export type DefaultsDraft = RoomDraft & Pick<RoomDefaults, 'newRecordings'>;
export const defaultsOf = (draft: DefaultsDraft): RoomDefaultsInput => ({
  welcome: draft.welcome,
  lobby: draft.entry === 'lobby',
  anyoneCanStart: draft.start === 'anyone',
  signInRequired: draft.signInRequired,
  muteOnStart: draft.muteOnStart,
  record: draft.record,
  maxPeople: numberOf(draft.maxPeople),
  maxMinutes: numberOf(draft.maxMinutes),
  newRecordings: draft.newRecordings,
});

const parts: Readonly<Record<DraftField, readonly (keyof NewRoom)[]>> = {
  name: ['name'],
  slug: ['slug'],
  welcome: ['welcome'],
  entry: ['lobby', 'viewerCode'],
  viewerCode: ['viewerCode'],
  moderatorCode: ['moderatorCode'],
  start: ['anyoneCanStart'],
  signInRequired: ['signInRequired'],
  muteOnStart: ['muteOnStart'],
  record: ['record'],
  maxPeople: ['maxPeople'],
  maxMinutes: ['maxMinutes'],
  tags: ['tags'],
  lockMic: ['options'],
  lockCam: ['options'],
  lockChat: ['options'],
  lockPrivateChat: ['options'],
  lockNotes: ['options'],
  hideUsers: ['options'],
  hostCameras: ['options'],
  endWithoutHost: ['options'],
  promoteGuests: ['options'],
  organisationOnly: ['options'],
  layout: ['options'],
};
const fields: readonly DraftField[] = [
  'name',
  'slug',
  'welcome',
  'entry',
  'viewerCode',
  'moderatorCode',
  'start',
  'signInRequired',
  'organisationOnly',
  'muteOnStart',
  'record',
  'maxPeople',
  'maxMinutes',
  'tags',
  ...optionNames,
];
export const changedOf = (first: RoomDraft, values: RoomDraft): DraftField[] =>
  fields.filter((field) => first[field] !== values[field]);

/** Only what was changed is sent, so that what somebody else changed meanwhile stays theirs. */
export function changesOf(draft: RoomDraft, fields: readonly DraftField[]): Partial<NewRoom> {
  const wanted = new Set(fields.flatMap((field) => parts[field]));
  const body = bodyOf(draft);
  return Object.fromEntries(Object.entries(body).filter(([name]) => [...wanted].some((one) => one === name)));
}

/** What the schema says too coarsely, or cannot say. `slug` may be left out only for a new room. */
export function draftTrouble(draft: RoomDraft, of: 'new' | 'kept'): Partial<Record<DraftField, string>> {
  const slug = draft.slug.trim().toLowerCase();
  const trouble = slug === '' ? (of === 'kept' ? 'required' : null) : slugTrouble(slug);
  const tags = tagsIn(draft.tags);
  const wrong = tags.map(tagTrouble).find((one) => one !== null) ?? (tags.length > tagLimits.each ? 'tag_many' : null);
  return {
    ...(wrong !== null && { tags: wrong }),
    ...(trouble !== null && { slug: trouble }),
    ...(draft.entry === 'code' && draft.viewerCode.trim() === '' && { viewerCode: 'code_missing' }),
    ...(draft.moderatorCode.trim() !== '' &&
      draft.moderatorCode.trim() === draft.viewerCode.trim() &&
      draft.entry !== 'open' && { moderatorCode: 'codes_same' }),
  };
}

/** A code of digits that nobody guesses in the tries one has. */
export function newEntryCode(): string {
  const numbers = crypto.getRandomValues(new Uint32Array(roomLimits.code.min));
  return [...numbers].map((one) => one % 10).join('');
}
