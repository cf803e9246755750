/** How a customer's `create` is changed on its way to a server: limits of the plan, addresses that are called, and what is ours. */
import type { ParamRule } from '@atrium/bbb/forward';
import type { CreateRequest } from '@atrium/bbb/create-request';
import { meantName } from '@atrium/bbb/names';
import type { QueryPair } from '@atrium/bbb/query';
import type { Ctx } from '#kit/server/ctx.ts';
import { hmacHex } from '#kit/server/secrets.ts';
import type { Entitlements } from '#core/accounts/accounts.rules.ts';
import type { ServerRow } from '#meet/servers/server/servers.service.ts';
import { analyticsUrl, asHtml, endCallbackUrl } from '#meet/meetings/server/create-params.service.ts';
import { askedOf, callbackNames, type MeetingPasswords, recordingReadyUrl } from './external-asked.service.ts';
import type { MeetingRow } from '#meet/meetings/server/meetings.queries.ts';
import type { RecordingChoice } from '#meet/meetings/server/recording.service.ts';

/** What the meeting may be; null = no limit. `note`: what moderators read in it of a recording that is refused, in plain text. */
export type MeetingTerms = { people: number | null; minutes: number | null; record: boolean; note: string | null };

/** The smaller of what was asked (0 = nothing) and what is allowed. */
const within = (asked: number, most: number | null) => (asked === 0 ? most : most === null ? asked : Math.min(asked, most));

export const limitsFor = (
  request: Pick<CreateRequest, 'maxParticipants' | 'duration'>,
  plan: Entitlements,
  refused: { recording: RecordingChoice; note: string | null },
): MeetingTerms => ({
  people: within(request.maxParticipants, plan.peoplePerMeeting),
  minutes: within(request.duration, plan.minutesPerMeeting),
  record: refused.recording === 'yes',
  note: refused.note,
});

/** Metadata that is ours and no customer sees. */
export const ownMetadata = 'atrium-';

/** Parameters that are ours to say; a customer's are taken out wherever they stand. */
const replaced: ReadonlySet<string> = new Set([
  'attendeePW',
  'moderatorPW',
  'maxParticipants',
  'duration',
  'voiceBridge',
  'meetingEndedURL',
  'isBreakout',
  'parentMeetingID',
  'allowRequestsWithoutSession',
  'meetingKeepEvents',
]);
/** What only moderators read in the chat; HTML. */
const moderatorMessage = 'moderatorOnlyMessage';
const replacedMetadata: ReadonlySet<string> = new Set(Object.values(callbackNames));

export function forwardRule(row: Pick<MeetingRow, 'id'>, terms: MeetingTerms): ParamRule {
  return (name, value) => {
    if (name === 'meetingID') return row.id;
    if (name === 'name') return meantName(value);
    if (replaced.has(name)) return null;
    if (name === moderatorMessage && terms.note !== null) return null;
    if ((name === 'record' || name === 'autoStartRecording') && !terms.record) return null;
    if (!name.startsWith('meta_')) return undefined;
    const key = name.slice('meta_'.length).toLowerCase();
    return replacedMetadata.has(key) || key.startsWith(ownMetadata) ? null : undefined;
  };
}

const noteAfter = (message: string, note: string) => (message === '' ? asHtml(note) : `${message}<br><br>${asHtml(note)}`);

/**
 * What we add to a `create`; it follows from the row, so a repetition is the same. Servers take a parameter from the query before
 * they look into the body, parts of which pass as they came: what a plan forbids has to be said here, leaving it out is not enough.
 * `message`: the customer's own words to moderators.
 */
export function ourPairs(
  ctx: Ctx,
  from: { row: MeetingRow; server: ServerRow; terms: MeetingTerms; passwords: MeetingPasswords; message: string },
): QueryPair[] {
  const { row, server, terms, passwords, message } = from;
  const asked = askedOf(row);
  const parent = asked?.parentMeetingId ?? null;
  return [
    ['attendeePW', passwords.attendeePW],
    ['moderatorPW', passwords.moderatorPW],
    ['maxParticipants', String(terms.people ?? 0)],
    ['duration', String(terms.minutes ?? 0)],
    ['voiceBridge', asked?.voiceBridge ?? ''],
    // without its events a meeting that is not recorded has no statistics
    ['meetingKeepEvents', 'true'],
    ...(terms.record ? [] : [['record', 'false'] as const, ['autoStartRecording', 'false'] as const]),
    ...(terms.note === null ? [] : [[moderatorMessage, noteAfter(message, terms.note)] as const]),
    ['isBreakout', String(row.parentId !== null)],
    ...(parent === null ? [] : [['parentMeetingID', parent] as const]),
    ...(server.directJoin ? [['allowRequestsWithoutSession', 'true'] as const] : []),
    [`meta_${ownMetadata}account`, row.accountId],
    [`meta_${callbackNames.end}`, endCallbackUrl(ctx, row.id)],
    [`meta_${callbackNames.analytics}`, analyticsUrl(ctx, row.id)],
    [`meta_${callbackNames.ready}`, recordingReadyUrl(ctx, row.id)],
  ];
}

/** Eight digits: as stable as the customer's id, and no number that a server chooses by itself, which has five. */
export function voiceBridgeFor(ctx: Ctx, of: { accountId: string; externalId: string; attempt: number }): string {
  const key = ctx.secrets.derive('voice bridge');
  const digest = hmacHex(key, `${of.accountId} ${of.attempt} ${of.externalId}`);
  return String(10_000_000 + (Number.parseInt(digest.slice(0, 12), 16) % 90_000_000));
}
