/**
 * Events: news that earlier domains tell later ones. An event is a row written in the publisher's transaction. `now`
 * handlers run inside that transaction (audit, counters, revocation); `later` handlers run as jobs, at least once.
 */
import type { Ctx } from '#kit/server/ctx.ts';
import type { Db } from '#kit/server/db/db.ts';

export type EventData = Record<string, string | number | boolean | null>;
/** `name` is `<domain>.<what-happened>`, `accountId` the account whose thing it is. */
export type DomainEvent = { name: string; accountId: string | null; data: EventData };
type ManyNews = { name: string; all: readonly Omit<DomainEvent, 'name'>[] };
export type StoredEvent = DomainEvent & { id: string; at: number };

export type NowHandler = (ctx: Ctx, tx: Db, event: StoredEvent) => Promise<void>;
export type NowAllHandler = (ctx: Ctx, tx: Db, events: readonly StoredEvent[]) => Promise<void>;
export type LaterHandler = (ctx: Ctx, event: StoredEvent) => Promise<void>;

/** Who listens to what; bound in `app/`, so that no domain knows its listeners. */
export type DomainEventListener = { event: string; name: string } & (
  | { now: NowHandler /** The same for many of one transaction, where that is less work. */; nowAll?: NowAllHandler }
  | { later: LaterHandler /** Tries after the first; 12, over some hours, when left out. */; retries?: number }
);

export type EventSink = {
  /** Writes the event in `tx`, runs the `now` handlers in it and queues the `later` ones. */
  publish(ctx: Ctx, tx: Db, news: DomainEvent): Promise<void>;
  /** The same for many of one name. */
  publishAll(ctx: Ctx, tx: Db, news: ManyNews): Promise<void>;
  /** Tells the listeners as `publish` does and keeps no row: for what happens by the second and nobody looks up. */
  tell(ctx: Ctx, tx: Db, news: DomainEvent): Promise<void>;
};

/** What customers' programs receive of an event. `id` is the same each time the same event is sent; `at` in epoch milliseconds. */
export type RecordedEvent = {
  id: string;
  accountId: string;
  subjectId: string | null;
  at: number;
  data: Record<string, string | number | boolean | null>;
};
/** An event that may leave the house: its name outside, the event it follows from, and how what it says is read. */
export type PublicEvent = { name: string; from: string; read: (db: Db, event: StoredEvent) => Promise<readonly RecordedEvent[]> };
