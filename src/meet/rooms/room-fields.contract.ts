/** The fields of a room, as forms and programs send them. */
import * as z from 'zod/mini';
import { tagKey, tagLimits, tagOf, tagTrouble } from '#core/iam/tags.rules.ts';
import { roomLayouts, roomLimits, slugTrouble, recordingAudiences } from './rooms.rules.ts';

export const trimmed = (limit: { min?: number; max: number }) =>
  z.string().check(z.trim(), z.minLength(limit.min ?? 0), z.maxLength(limit.max));
const slugText = z.string().check(
  z.trim(),
  z.toLowerCase(),
  z.superRefine((slug, context) => {
    const trouble = slugTrouble(slug);
    if (trouble !== null) context.addIssue({ code: 'custom', message: trouble });
  }),
);
/** Codes are compared as typed, without the white space around them. */
const code = z.nullable(trimmed(roomLimits.code));
const whole = (limit: { min: number; max: number }) => z.nullable(z.int().check(z.gte(limit.min), z.lte(limit.max)));

const tag = z.string().check(
  z.maxLength(200),
  z.overwrite(tagOf),
  z.superRefine((word, context) => {
    const trouble = tagTrouble(word);
    if (trouble !== null) context.addIssue({ code: 'custom', message: trouble });
  }),
);
/** The first spelling of each. In one pass: a body may hold thousands before they are too many. */
const eachOnce = (words: readonly string[]): string[] => {
  const first = new Map<string, string>();
  for (const word of words) if (!first.has(tagKey(word))) first.set(tagKey(word), word);
  return [...first.values()];
};
/** Words that the room carries; each once, whatever its case. */
const tags = z.array(tag).check(z.overwrite(eachOnce), z.maxLength(tagLimits.each));

/** The first six hold for participants: microphone, camera, chats, shared notes, and the list of people. */
export const roomOptions = z.object({
  lockMic: z.boolean(),
  lockCam: z.boolean(),
  lockChat: z.boolean(),
  lockPrivateChat: z.boolean(),
  lockNotes: z.boolean(),
  hideUsers: z.boolean(),
  /** Participants see the cameras of moderators alone. */
  hostCameras: z.boolean(),
  /** The meeting ends soon after its last moderator left. */
  endWithoutHost: z.boolean(),
  /** Moderators may make a guest moderator during the meeting. */
  promoteGuests: z.boolean(),
  /** Nobody joins but people of the room's account and those who have a part in the room. */
  organisationOnly: z.boolean(),
  layout: z.enum(roomLayouts),
});
export type RoomOptions = z.output<typeof roomOptions>;
const roomOptionsPart = z.partial(roomOptions);
export type RoomOptionsPart = z.output<typeof roomOptionsPart>;

const fields = {
  name: trimmed(roomLimits.name),
  slug: slugText,
  welcome: trimmed(roomLimits.welcome),
  viewerCode: code,
  moderatorCode: code,
  lobby: z.boolean(),
  anyoneCanStart: z.boolean(),
  signInRequired: z.boolean(),
  muteOnStart: z.boolean(),
  record: z.boolean(),
  maxPeople: whole(roomLimits.people),
  maxMinutes: whole(roomLimits.minutes),
  /** What is left out stays as it is. */
  options: roomOptionsPart,
  tags,
};
/** What a form may send when a room is made; only the name is needed, a link is made of it. */
export const newRoom = z.extend(z.partial(z.object(fields)), { name: fields.name });
export const roomChange = z.extend(z.partial(z.object(fields)), { version: z.int() });
/** What several rooms may be given at once. */
export const roomsChange = z.object({
  addTags: z.optional(tags),
  removeTags: z.optional(tags),
  settings: z.optional(
    z.partial(
      z.object({
        lobby: fields.lobby,
        anyoneCanStart: fields.anyoneCanStart,
        signInRequired: fields.signInRequired,
        muteOnStart: fields.muteOnStart,
        record: fields.record,
      }),
    ),
  ),
});
/** What a new room starts with where its maker says nothing else. */
export const roomDefaultsFields = z.object({
  welcome: fields.welcome,
  lobby: fields.lobby,
  anyoneCanStart: fields.anyoneCanStart,
  signInRequired: fields.signInRequired,
  muteOnStart: fields.muteOnStart,
  record: fields.record,
  maxPeople: fields.maxPeople,
  maxMinutes: fields.maxMinutes,
  /** Of the account's rooms, also of those that exist: who sees a new recording first. */
  newRecordings: z._default(z.enum(recordingAudiences), 'owner'),
});
export const roomDefaults = z.extend(roomDefaultsFields, { version: z.int(), rights: z.object({ edit: z.boolean() }) });
export type RoomDefaults = z.output<typeof roomDefaultsFields>;
export type RoomDefaultsInput = z.input<typeof roomDefaultsFields>;
export type RoomDefaultsView = z.output<typeof roomDefaults>;
export type NewRoom = z.output<typeof newRoom>;
export type RoomChange = z.output<typeof roomChange>;
