import * as z from 'zod/mini';
import { LIMITS } from '#protocol/limits.ts';
import type { EnterResponse, EnterError } from '#protocol/entering.ts';
import { pastOf } from '#server/meetings.ts';
import { leaveUrl } from '#server/members.ts';
import type { Engine, JoinPass } from '#server/model.ts';
import { isFull, mustWait, PLACE_HELD_MS } from '#server/seats.ts';
import { hashOf, randomToken } from '#server/tokens.ts';

export const enterRequest = z.object({ sessionToken: z.string().check(z.minLength(1), z.maxLength(200)) });

/** Unused tickets of all people together; more than that is an attack or a broken client. */
const TICKETS_MOST = 20_000;

/** Trades a session token for a ticket to the socket, good once and for a minute. */
export function enter(engine: Engine, { sessionToken }: { sessionToken: string }): EnterResponse | EnterError {
  const pass = engine.passes.get(hashOf(sessionToken));
  if (pass === undefined) {
    const past = pastOf(engine, sessionToken);
    return past === undefined
      ? { error: 'gone', logoutUrl: engine.settings.logoutUrl }
      : { error: 'ended', logoutUrl: past.logoutUrl };
  }
  if (['removed', 'blocked', 'denied'].includes(pass.standing)) return { error: 'removed', logoutUrl: leaveUrl(pass) };
  if (isFull(engine, pass)) return { error: 'full', logoutUrl: leaveUrl(pass) };
  const now = engine.clock.now();
  pass.heldUntil = Math.max(pass.heldUntil, now + PLACE_HELD_MS);
  return entered(pass, issueTicket(engine, pass));
}

function issueTicket(engine: Engine, pass: JoinPass): string {
  const oldest = engine.tickets.keys().next();
  if (engine.tickets.size >= TICKETS_MOST && !oldest.done) engine.tickets.delete(oldest.value);
  const ticket = randomToken(32);
  engine.tickets.set(ticket, { pass, until: engine.clock.now() + LIMITS.ticketLifeMs });
  return ticket;
}

function entered(pass: JoinPass, ticket: string): EnterResponse {
  const { meeting } = pass;
  return {
    ticket,
    meeting: {
      id: meeting.internalId,
      name: meeting.plan.name,
      welcome: meeting.plan.welcome,
      recording: meeting.recorder?.state ?? 'off',
      mayBeRecorded: meeting.plan.recording.allowed,
      muteOnStart: meeting.plan.muteOnStart,
      logoutUrl: leaveUrl(pass),
    },
    you: { name: pass.name, role: pass.role, guest: pass.guest },
    page: { meeting: meeting.plan.page, person: pass.page },
    waiting: mustWait(pass),
  };
}

/** Uses a ticket up. Undefined when it is unknown, used, too old, or its holder is no longer welcome. */
export function redeem(engine: Engine, ticket: string): JoinPass | undefined {
  const found = engine.tickets.get(ticket);
  engine.tickets.delete(ticket);
  if (found === undefined || found.until <= engine.clock.now()) return undefined;
  const { pass } = found;
  const welcome = pass.standing === 'allowed' || pass.standing === 'waits';
  return welcome && engine.passes.get(pass.tokenHash) === pass ? pass : undefined;
}
