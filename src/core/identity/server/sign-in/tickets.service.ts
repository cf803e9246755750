/** Tickets between two steps: short, for one caller, good once. */
import { Failure } from '#kit/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import type { Db } from '#kit/server/db/db.ts';
import { hashToken, newToken } from '#kit/server/secrets.ts';
import { TICKET_SECONDS } from '#core/identity/identity.rules.ts';
import { keepTicket, lockTicket, openTicket, setChallenge } from '#core/identity/server/safety.queries.ts';
import type { TicketRow } from '#core/identity/server/safety.table.ts';

const agentOf = (ctx: Ctx) => ctx.caller.agent.slice(0, 400);
const expired = () => new Failure('ticket_expired');

type NewTicket = Pick<TicketRow, 'kind'> &
  Partial<Pick<TicketRow, 'userId' | 'sessionId' | 'challenge' | 'afterPasskey' | 'way'>>;
const rowOf = (ctx: Ctx, hash: string, ticket: NewTicket): TicketRow => ({
  hash,
  kind: ticket.kind,
  userId: ticket.userId ?? null,
  sessionId: ticket.sessionId ?? null,
  challenge: ticket.challenge ?? null,
  address: ctx.caller.address,
  agent: agentOf(ctx),
  afterPasskey: ticket.afterPasskey ?? false,
  way: ticket.way ?? null,
  createdAt: new Date(ctx.now()),
  expiresAt: new Date(ctx.now() + TICKET_SECONDS * 1000),
});

/** Makes a ticket; returns what its holder carries. */
export async function makeTicket(ctx: Ctx, tx: Db, ticket: NewTicket): Promise<string> {
  const token = newToken();
  await keepTicket(tx, rowOf(ctx, hashToken(token), ticket));
  return token;
}

function mine(ctx: Ctx, row: TicketRow | null): TicketRow {
  if (row === null || row.address !== ctx.caller.address || row.agent !== agentOf(ctx)) throw expired();
  return row;
}

/** The ticket of this caller. Throws `ticket_expired` for every other. */
export async function readTicket(ctx: Ctx, token: string): Promise<TicketRow> {
  return mine(ctx, await openTicket(ctx.system.read, hashToken(token), new Date(ctx.now())));
}

/** Takes the challenge out of a ticket, so that it is answered once whatever comes of it. */
export async function takeTicketChallenge(ctx: Ctx, token: string): Promise<TicketRow & { challenge: string }> {
  return ctx.system.write(async (tx) => {
    const row = mine(ctx, await lockTicket(tx, hashToken(token), new Date(ctx.now())));
    if (row.challenge === null) throw expired();
    await setChallenge(tx, row.hash, null);
    return { ...row, challenge: row.challenge };
  });
}

type WaitingTicket = { kind: 'prove' | 'add'; userId: string; sessionId: string };
const sessionKey = (of: Pick<WaitingTicket, 'kind' | 'sessionId'>) => hashToken(`${of.kind}:${of.sessionId}`);

/** Keeps the challenge that a session waits to have answered; there is one of each kind. */
export async function keepSessionChallenge(ctx: Ctx, waiting: WaitingTicket & { challenge: string }): Promise<void> {
  await ctx.system.write((tx) => keepTicket(tx, rowOf(ctx, sessionKey(waiting), waiting)));
}

/** The challenge of a session, once; null when there is none. */
export async function takeSessionChallenge(ctx: Ctx, of: Pick<WaitingTicket, 'kind' | 'sessionId'>): Promise<string | null> {
  return ctx.system.write(async (tx) => {
    const row = await lockTicket(tx, sessionKey(of), new Date(ctx.now()));
    if (row !== null) await setChallenge(tx, row.hash, null);
    return row?.challenge ?? null;
  });
}
