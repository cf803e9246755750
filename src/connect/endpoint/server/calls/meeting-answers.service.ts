/** Answers about meetings as the customer knows them: own ids, own metadata, and nothing that names a server. */
import type { BbbResponse } from '@atrium/bbb/answers';
import { type AnswerMap, rewriteAnswer } from '@atrium/bbb/answer-rewrite';
import type { MeetingView } from '@atrium/bbb/meeting-answers';
import type { Ctx } from '#kit/server/ctx.ts';
import {
  type ExternalRequest,
  askedOf,
  callbackNames,
  noPasswords,
  openPasswords,
  serverNames,
} from '#meet/meetings/server/external/external-asked.service.ts';
import { ownMetadata } from '#meet/meetings/server/external/external-params.service.ts';
import type { MeetingRow } from '#meet/meetings/server/external/external-find.service.ts';
import { meetingSaid } from '#meet/meetings/server/said.service.ts';

type OwnRow = MeetingRow & { externalId: string };

/** One value of metadata as the customer gave it; null: not the customer's. */
function metadataFor(asked: ExternalRequest | null, name: string, value: string): string | null {
  const key = name.toLowerCase();
  if (key.startsWith(ownMetadata)) return null;
  const isCallback = Object.values(callbackNames).some((one) => one === key);
  return isCallback ? (asked?.metadata[key] ?? null) : value;
}

/** The customer's ids of meetings, by the names that servers give them. */
type NamesById = ReadonlyMap<string, string>;
/** `rows`: the meeting to show, and its breakout rooms. */
export const namesOf = (rows: readonly MeetingRow[]): NamesById =>
  new Map(rows.flatMap((row) => serverNames(row).map((name) => [name, row.externalId ?? name] as const)));

/** Of the answers that are passed on only a join has words. */
const joinedMessage = 'You have joined successfully.';

/** How a server's answer about this meeting is changed. */
export function answerMapOf(row: OwnRow, names: NamesById): AnswerMap {
  const asked = askedOf(row);
  return {
    meetingId: (id) => names.get(id) ?? id,
    metadata: (name, value) => metadataFor(asked, name, value),
    message: (message) => (message === '' ? '' : joinedMessage),
  };
}

const xmlHeaders = { 'content-type': 'text/xml;charset=utf-8', 'cache-control': 'no-cache' } as const;

/** A server's successful answer for the customer. Throws `XmlError` when it is none. */
export const passedOn = (row: OwnRow, xml: string, breakouts: readonly MeetingRow[] = []): BbbResponse => ({
  status: 200,
  headers: xmlHeaders,
  body: rewriteAnswer(xml, answerMapOf(row, namesOf([row, ...breakouts]))),
});

const metadataOf = (asked: ExternalRequest | null, metadata: ReadonlyMap<string, string>): Map<string, string> =>
  new Map(
    [...metadata].flatMap(([name, value]) => {
      const own = metadataFor(asked, name, value);
      return own === null ? [] : [[name, own] as const];
    }),
  );

/** A meeting that no poll has seen yet, from what was asked for. */
function freshView(ctx: Ctx, row: OwnRow, asked: ExternalRequest | null): MeetingView {
  const began = (row.startedAt ?? row.createdAt).getTime();
  const passwords = openPasswords(ctx, row) ?? noPasswords;
  return {
    meetingID: row.externalId,
    meetingName: row.name,
    internalMeetingID: row.internalId ?? '',
    createTime: began,
    voiceBridge: asked?.voiceBridge ?? '',
    dialNumber: asked?.dialNumber ?? '',
    ...passwords,
    running: row.people > 0,
    duration: row.maxMinutes ?? 0,
    hasUserJoined: row.firstJoinAt !== null,
    recording: row.recording,
    hasBeenForciblyEnded: false,
    startTime: began,
    endTime: 0,
    participantCount: row.people,
    listenerCount: 0,
    voiceParticipantCount: 0,
    videoCount: 0,
    maxUsers: row.maxPeople ?? 0,
    moderatorCount: row.moderators,
    attendees: [],
    metadata: metadataOf(asked, new Map(Object.entries(asked?.metadata ?? {}))),
  };
}

/** The meeting as its server reported it last; no server is asked. `names`: of its breakout rooms. */
export function viewOf(ctx: Ctx, row: OwnRow, names: NamesById): MeetingView {
  const asked = askedOf(row);
  if (row.said === null) return freshView(ctx, row, asked);
  const said = meetingSaid(row.said);
  return {
    ...said,
    meetingID: row.externalId,
    metadata: metadataOf(asked, said.metadata),
    breakoutRooms: said.breakoutRooms.map((id) => names.get(id) ?? id),
    parentMeetingID: said.parentMeetingID === '' ? undefined : said.parentMeetingID,
    breakout: said.isBreakout ? { sequence: said.sequence, freeJoin: said.freeJoin } : undefined,
  };
}
