import type { GuestPolicy } from '#create-request.ts';
import { firstFailure, flagField, prefixedFields, readMeetingId, refuseNonFlag, refusePassword, textField } from '#fields.ts';
import { type CallFailure, failure, failures } from '#failure.ts';
import { personName } from '#person-name.ts';
import { type QueryParams, writeQuery } from '#query.ts';

export type JoinRole = 'MODERATOR' | 'VIEWER';

/** A `join` request. Texts are `''` when absent; `role` is absent when the given one is not known. */
export type JoinRequest = {
  meetingID: string;
  fullName: string;
  role: JoinRole | undefined;
  password: string;
  userID: string;
  /** The text as it came: a text that is no number never matches a meeting. */
  createTime: string;
  redirect: boolean;
  guest: boolean;
  auth: boolean;
  bot: boolean;
  avatarURL: string;
  webcamBackgroundURL: string;
  errorRedirectUrl: string;
  logoutURL: string;
  enforceLayout: string;
  defaultLayout: string;
  excludeFromDashboard: boolean;
  existingUserID: string;
  sessionName: string;
  userdata: Map<string, string>;
};

/** Judges and reads the parameters of `join` that need no meeting: ID, name, password length, flags. */
export function readJoin(params: QueryParams): { readonly ok: true; readonly value: JoinRequest } | CallFailure {
  const id = readMeetingId(params);
  if (!id.ok) return id;
  const fullName = fullNameOf(params);
  const refusal = firstFailure(
    fullName === '' ? failure('missingParamFullName', 'You must provide your name') : undefined,
    refusePassword(params, 'password'),
    refuseNonFlag(params, 'guest', 'Guest must be a boolean value (true or false)'),
    refuseNonFlag(params, 'auth', 'Auth must be a boolean value (true or false)'),
  );
  return refusal ?? { ok: true, value: joinRequest(params, { meetingID: id.value, fullName }) };
}

function fullNameOf(params: QueryParams): string {
  const given = (name: string) => params.first.get(name) ?? '';
  return personName(given('fullName')) || personName(`${given('firstName')} ${given('lastName')}`);
}

function joinRequest(params: QueryParams, known: { meetingID: string; fullName: string }): JoinRequest {
  return {
    ...known,
    role: roleOf(textField(params, 'role')),
    password: textField(params, 'password'),
    userID: textField(params, 'userID'),
    createTime: textField(params, 'createTime'),
    redirect: flagField(params, 'redirect', 'true'),
    guest: flagField(params, 'guest', 'false'),
    auth: flagField(params, 'auth', 'false'),
    bot: flagField(params, 'bot', 'false'),
    avatarURL: textField(params, 'avatarURL'),
    webcamBackgroundURL: textField(params, 'webcamBackgroundURL'),
    errorRedirectUrl: textField(params, 'errorRedirectUrl'),
    logoutURL: textField(params, 'logoutURL'),
    enforceLayout: textField(params, 'enforceLayout'),
    defaultLayout: textField(params, 'defaultLayout'),
    excludeFromDashboard: flagField(params, 'excludeFromDashboard', 'false'),
    existingUserID: textField(params, 'existingUserID'),
    sessionName: textField(params, 'sessionName'),
    userdata: userdataFields(params),
  };
}

function roleOf(text: string): JoinRole | undefined {
  const upper = text.toUpperCase();
  return upper === 'MODERATOR' || upper === 'VIEWER' ? upper : undefined;
}

/** `userdata-KEY` parameters. Keys that could not name an XML element are left out, since they come back as elements. */
export function userdataFields(params: QueryParams): Map<string, string> {
  const fields = prefixedFields(params, 'userdata-');
  return new Map([...fields].filter(([key]) => /^[A-Za-z_][A-Za-z0-9_.]*$/.test(key)));
}

/** What of a meeting decides about a join. `createTime` is in epoch milliseconds, `maxParticipants` 0 for no limit. */
export type JoinTarget = {
  attendeePW: string;
  moderatorPW: string;
  createTime: number;
  maxParticipants: number;
  guestPolicy: GuestPolicy;
  /** External IDs of everybody who holds or held a place. */
  knownUserIds: ReadonlySet<string>;
};

/** How a person gets in. */
export type JoinVerdict =
  | { readonly ok: true; readonly role: JoinRole; readonly guestStatus: 'ALLOW' | 'WAIT' }
  | (CallFailure & { readonly answerAs: 'xml' | 'redirectable' });

/**
 * Decides a join against its meeting, in upstream's order: creation time, role, places, guest policy.
 * A missing role is answered as XML even when the caller asked for a redirect.
 */
export function decideJoin(request: JoinRequest, meeting: JoinTarget): JoinVerdict {
  if (request.createTime !== '' && !sameTime(request.createTime, meeting.createTime)) {
    return { ...failures.createTimeMismatch, answerAs: 'redirectable' };
  }
  const role = decideRole(request, meeting);
  if (typeof role !== 'string') return { ...role, answerAs: 'xml' };
  if (isFull(request, meeting)) return { ...failures.meetingFull, answerAs: 'redirectable' };
  const guestStatus = decideGuest({ policy: meeting.guestPolicy, role, guest: request.guest });
  if (guestStatus === 'DENY') return { ...failures.guestDenied, answerAs: 'redirectable' };
  return { ok: true, role, guestStatus };
}

function sameTime(given: string, createTime: number): boolean {
  return /^[0-9]{1,15}$/.test(given) && Number.parseInt(given, 10) === createTime;
}

function isFull(request: JoinRequest, meeting: JoinTarget): boolean {
  if (meeting.maxParticipants === 0 || request.bot) return false;
  if (request.userID !== '' && meeting.knownUserIds.has(request.userID)) return false;
  return meeting.knownUserIds.size >= meeting.maxParticipants;
}

/** A known `role` wins over the password; the messages are upstream's, its misspelling included. */
export function decideRole(
  request: Pick<JoinRequest, 'role' | 'password'>,
  meeting: Pick<JoinTarget, 'attendeePW' | 'moderatorPW'>,
): JoinRole | CallFailure {
  if (request.role) return request.role;
  const key = 'Params required';
  if (meeting.attendeePW === '' && meeting.moderatorPW === '') {
    return failure(key, "You must send the 'role' parameter, since this meeting doesn't have any password.");
  }
  if (request.password === '') {
    return failure(key, 'You must either send the valid role of the user, or the password, sould the meeting has one.');
  }
  if (request.password === meeting.moderatorPW) return 'MODERATOR';
  if (request.password === meeting.attendeePW) return 'VIEWER';
  return failure(key, 'You must enter a valid password');
}

/** One fixed table: moderators and people who do not say `guest=true` come in, the policy decides about the rest. */
export function decideGuest(person: { policy: GuestPolicy; role: JoinRole; guest: boolean }): 'ALLOW' | 'WAIT' | 'DENY' {
  if (person.role === 'MODERATOR' || !person.guest) return 'ALLOW';
  if (person.policy === 'ALWAYS_ACCEPT') return 'ALLOW';
  return person.policy === 'ALWAYS_DENY' ? 'DENY' : 'WAIT';
}

/**
 * Where a failed join sends the browser: the target with `errors=[{"message":…,"key":…}]` added to its query.
 * Only for requests whose checksum was right: otherwise anybody could make links on our host that lead elsewhere.
 */
export function joinErrorLocation(target: string, refusal: Pick<CallFailure, 'key' | 'message'>): string {
  const [address = '', fragment] = splitOnce(target, '#');
  const errors = writeQuery([['errors', JSON.stringify([{ message: refusal.message, key: refusal.key }])]]).replaceAll(
    '+',
    '%20',
  );
  const joint = !address.includes('?') ? '?' : /[?&]$/.test(address) ? '' : '&';
  return `${address}${joint}${errors}${fragment === undefined ? '' : `#${fragment}`}`;
}

function splitOnce(text: string, mark: string): [string, string | undefined] {
  const at = text.indexOf(mark);
  return at === -1 ? [text, undefined] : [text.slice(0, at), text.slice(at + mark.length)];
}
