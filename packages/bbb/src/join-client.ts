import type { SignedCaller } from '#caller.ts';
import { BbbBadAnswer, type CallOutcome, readAnswer } from '#client-answer.ts';
import { type CallFailure, failure } from '#failure.ts';
import { type JoinParams, joinPairs } from '#params.ts';
import { trimmedTextOf } from '#reading.ts';

/** A place in a meeting, taken on somebody's behalf. */
export type JoinedSession = {
  /** Internal IDs. */
  meetingId: string;
  userId: string;
  authToken: string;
  sessionToken: string;
  /** `ALLOW` where the server does not say. */
  guestStatus: string;
  /** Where the browser goes next. */
  url: string;
  /** `Set-Cookie` lines that the browser needs on that server, unless the meeting allows requests without a session. */
  cookies: string[];
};

/** Joining: by an address for the browser, or on its behalf. */
export function joinCalls(caller: SignedCaller) {
  return {
    /** The signed address to send a browser to; no request is made. Anyone who has it can join, so it belongs in no log. */
    joinUrl: (params: JoinParams): string => caller.address('join', joinPairs(params)),
    join: (params: JoinParams): Promise<CallOutcome<JoinedSession>> => join(caller, params),
  };
}

async function join(caller: SignedCaller, params: JoinParams): Promise<CallOutcome<JoinedSession>> {
  const answer = await caller.text('join', joinPairs({ ...params, redirect: false }));
  if (answer.status >= 300 && answer.status < 400) return redirectFailure(answer.location, answer.status);
  const read = readAnswer(answer.text, answer.status);
  if (!read.ok) return read;
  const { response } = read;
  const sessionToken = trimmedTextOf(response, 'session_token');
  const url = trimmedTextOf(response, 'url');
  if (sessionToken === '' || url === '') throw new BbbBadAnswer('The answer has no session or no address', answer.status);
  return {
    ok: true,
    meetingId: trimmedTextOf(response, 'meeting_id'),
    userId: trimmedTextOf(response, 'user_id'),
    authToken: trimmedTextOf(response, 'auth_token'),
    sessionToken,
    guestStatus: trimmedTextOf(response, 'guestStatus') || 'ALLOW',
    url,
    cookies: answer.cookies,
  };
}

/** Refusals found before the server looks at `redirect` come as a redirect with the reason in its query. */
function redirectFailure(location: string | undefined, status: number): CallFailure {
  const query = location?.split('?').slice(1).join('?') ?? '';
  const errors = parseJson(new URLSearchParams(query).get('errors') ?? '');
  const first: unknown = Array.isArray(errors) ? errors[0] : undefined;
  if (typeof first !== 'object' || first === null || !('key' in first) || typeof first.key !== 'string') {
    throw new BbbBadAnswer('The server sends the request elsewhere', status);
  }
  return failure(first.key, 'message' in first && typeof first.message === 'string' ? first.message : '');
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
