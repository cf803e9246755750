import { and, asc, desc, eq, inArray, lt, notInArray, type SQL, sql } from 'drizzle-orm';
import { rowsAfter, type TimePosition } from '#kit/server/db/cursor.ts';
import type { Db } from '#kit/server/db/db.ts';
import { amongIds, totalOf } from '#kit/server/db/total.ts';
import { openStates } from '../tickets.rules.ts';
import type { TicketFilter } from '../tickets-views.contract.ts';
import { ticketNumbers, type TicketRow, tickets } from './tickets.table.ts';

/** In the transaction of the ticket, so that numbers have no gaps. */
export async function nextNumber(tx: Db, sellerId: string): Promise<number> {
  const [row] = await tx
    .insert(ticketNumbers)
    .values({ accountId: sellerId, last: 1_001 })
    .onConflictDoUpdate({ target: ticketNumbers.accountId, set: { last: sql`${ticketNumbers.last} + 1` } })
    .returning({ last: ticketNumbers.last });
  if (row === undefined) throw new Error('there is no number');
  return row.last;
}
export async function insertTicket(tx: Db, row: TicketRow): Promise<void> {
  await tx.insert(tickets).values(row);
}
export async function ticketById(db: Db, id: string): Promise<TicketRow | null> {
  const [row] = await db.select().from(tickets).where(eq(tickets.id, id));
  return row ?? null;
}
export async function lockTicket(tx: Db, id: string): Promise<TicketRow | null> {
  const [row] = await tx.select().from(tickets).where(eq(tickets.id, id)).for('update');
  return row ?? null;
}
export type TicketUpdate = Partial<Omit<TicketRow, 'id' | 'accountId' | 'sellerId' | 'number' | 'revision'>>;
export async function setTicket(tx: Db, id: string, change: TicketUpdate): Promise<TicketRow> {
  const [row] = await tx
    .update(tickets)
    .set({ ...change, revision: sql`${tickets.revision} + 1` })
    .where(eq(tickets.id, id))
    .returning();
  if (row === undefined) throw new Error('the ticket is gone');
  return row;
}

const isOpen = inArray(tickets.state, [...openStates]);
export type ListPage = { after: TimePosition | null; limit: number };

export type IssueFilter = {
  accountId: string;
  /** Null: of everybody there. */
  requesterId: string | null;
  state: 'open' | 'settled' | 'all';
  /** What a search found; undefined: all. */
  ids: readonly string[] | undefined;
};
const issuesWhere = ({ accountId, requesterId, state, ids }: IssueFilter): SQL | undefined =>
  and(
    eq(tickets.accountId, accountId),
    requesterId === null ? undefined : eq(tickets.requesterId, requesterId),
    state === 'all' ? undefined : state === 'open' ? isOpen : sql`not ${isOpen}`,
    amongIds(tickets.id, ids),
  );
const changedBefore = (after: TimePosition | null): SQL | undefined =>
  after === null ? undefined : rowsAfter([tickets.updatedAt, after.at, 'desc'], [tickets.id, after.id, 'desc']);
export const issuesPage = (db: Db, filter: IssueFilter, { after, limit }: ListPage): Promise<TicketRow[]> =>
  db
    .select()
    .from(tickets)
    .where(and(issuesWhere(filter), changedBefore(after)))
    .orderBy(desc(tickets.updatedAt), desc(tickets.id))
    .limit(limit);
export const countIssues = (db: Db, filter: IssueFilter): Promise<number | undefined> =>
  totalOf(db, tickets, issuesWhere(filter));
/** How many of them are open, and of those how many wait for the customer. */
export async function openIssues(
  db: Db,
  of: Pick<IssueFilter, 'accountId' | 'requesterId'>,
): Promise<{ open: number; yourTurn: number }> {
  const [row] = await db
    .select({
      open: sql<number>`count(*)::int`,
      yourTurn: sql<number>`count(*) filter (where ${tickets.state} = 'pending_customer')::int`,
    })
    .from(tickets)
    .where(and(issuesWhere({ ...of, state: 'open', ids: undefined }), isOpen));
  return row ?? { open: 0, yourTurn: 0 };
}

export type QueueFilter = Omit<TicketFilter, 'queue'> & {
  queue: TicketFilter['queue'];
  sellerId: string;
  me: string;
  at: Date;
  ids: readonly string[] | undefined;
};
const workable = sql`${tickets.state} in ('new', 'open')`;
const inQueue = ({ queue, me, at }: Pick<QueueFilter, 'queue' | 'me' | 'at'>): SQL | undefined =>
  ({
    unassigned: and(sql`${tickets.assigneeId} is null`, workable),
    mine: and(eq(tickets.assigneeId, me), isOpen),
    late: and(lt(tickets.dueAt, at), isOpen),
    open: isOpen,
    waiting: and(sql`${tickets.state} in ('pending_customer', 'on_hold')`),
    solved: sql`${tickets.state} in ('resolved', 'closed')`,
    spam: eq(tickets.state, 'spam'),
    all: undefined,
  })[queue];
const queueWhere = (filter: QueueFilter): SQL | undefined =>
  and(
    eq(tickets.sellerId, filter.sellerId),
    inQueue(filter),
    filter.category === undefined ? undefined : eq(tickets.category, filter.category),
    filter.priority === undefined ? undefined : eq(tickets.priority, filter.priority),
    filter.tag === undefined ? undefined : sql`${filter.tag} = any(${tickets.tags})`,
    filter.assigneeId === undefined ? undefined : eq(tickets.assigneeId, filter.assigneeId),
    filter.accountId === undefined ? undefined : eq(tickets.accountId, filter.accountId),
    amongIds(tickets.id, filter.ids),
  );
/** The open ones by urgency, all others by their last change. */
export const isByUrgency = (queue: TicketFilter['queue']): boolean => !['solved', 'spam', 'all'].includes(queue);
export function queuePage(db: Db, filter: QueueFilter, { after, limit }: ListPage): Promise<TicketRow[]> {
  const urgency = isByUrgency(filter.queue);
  const later = after === null ? undefined : rowsAfter([tickets.urgentAt, after.at, 'asc'], [tickets.id, after.id, 'asc']);
  return db
    .select()
    .from(tickets)
    .where(and(queueWhere(filter), urgency ? later : changedBefore(after)))
    .orderBy(...(urgency ? [asc(tickets.urgentAt), asc(tickets.id)] : [desc(tickets.updatedAt), desc(tickets.id)]))
    .limit(limit);
}
export const countQueue = (db: Db, filter: QueueFilter): Promise<number | undefined> => totalOf(db, tickets, queueWhere(filter));
export async function queueCounts(db: Db, of: { sellerId: string; me: string; at: Date }) {
  const count = (queue: TicketFilter['queue']) =>
    sql<number>`count(*) filter (where ${inQueue({ queue, me: of.me, at: of.at })})::int`;
  const [row] = await db
    .select({
      unassigned: count('unassigned'),
      mine: count('mine'),
      late: count('late'),
      open: count('open'),
      waiting: count('waiting'),
    })
    .from(tickets)
    .where(and(eq(tickets.sellerId, of.sellerId), isOpen));
  return row ?? { unassigned: 0, mine: 0, late: 0, open: 0, waiting: 0 };
}

/** The most urgent one that nobody has, of no account of `without`; one that somebody else takes at this moment is passed over. */
export async function lockNext(tx: Db, sellerId: string, without: readonly string[]): Promise<TicketRow | null> {
  const [row] = await tx
    .select()
    .from(tickets)
    .where(
      and(
        eq(tickets.sellerId, sellerId),
        sql`${tickets.assigneeId} is null`,
        workable,
        without.length === 0 ? undefined : notInArray(tickets.accountId, [...without]),
      ),
    )
    .orderBy(asc(tickets.urgentAt), asc(tickets.id))
    .limit(1)
    .for('update', { skipLocked: true });
  return row ?? null;
}

/** Takes the open ones from somebody who answers there no more. */
export const unassignOpen = (tx: Db, of: { sellerId: string; assigneeId: string }): Promise<TicketRow[]> =>
  tx
    .update(tickets)
    .set({ assigneeId: null, revision: sql`${tickets.revision} + 1` })
    .where(and(eq(tickets.sellerId, of.sellerId), eq(tickets.assigneeId, of.assigneeId), isOpen))
    .returning();

const batch = 200;
export const heldUntil = (db: Db, at: Date): Promise<TicketRow[]> =>
  db
    .select()
    .from(tickets)
    .where(and(eq(tickets.state, 'on_hold'), lt(tickets.holdUntil, at)))
    .limit(batch);
export const resolvedBefore = (db: Db, at: Date): Promise<TicketRow[]> =>
  db
    .select()
    .from(tickets)
    .where(and(eq(tickets.state, 'resolved'), lt(tickets.resolvedAt, at)))
    .limit(batch);
/** Of one customer, for those who answer it. */
export const ticketsOfAccount = (db: Db, of: { sellerId: string; accountId: string; limit: number }): Promise<TicketRow[]> =>
  db
    .select()
    .from(tickets)
    .where(and(eq(tickets.sellerId, of.sellerId), eq(tickets.accountId, of.accountId)))
    .orderBy(desc(tickets.updatedAt), desc(tickets.id))
    .limit(of.limit);
