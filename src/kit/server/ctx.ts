/** What every verb of a service gets first. Built once per request or job in `app/context.ts`. */
import type { Config } from './config/config.ts';
import type { MailWording } from '#kit/mail-wording.ts';
import type { Db, DbScope } from './db/db.ts';
import type { Bus } from './jobs/bus.ts';
import type { EventSink } from './jobs/events.ts';
import type { Jobs } from './jobs/jobs.ts';
import type { RateLimits } from './limits.ts';
import type { Log } from './log.ts';
import type { ActorPolicy } from '#kit/reach.ts';
import type { Secrets } from './secrets.ts';

/** Someone signed in; `scope` holds the permission names of the membership that this session acts in. */
export type UserActor = {
  kind: 'user';
  userId: string;
  accountId: string;
  accountKind: 'customer' | 'vendor' | 'operator';
  sessionId: string;
  /** A program that came with an access key; it has no session, and acts in the name of `userId`. */
  key?: { id: string };
  role: string;
  scope: readonly string[];
  /** Statements about single resources. Without a policy the scope alone decides: everything can be viewed, only one's own changed. */
  policy?: ActorPolicy;
  name: string;
  email: string;
  locale: string;
  timeZone: string;
  /** Somebody of the operator or the vendor who acts in this person's name; `userId` and `name` are theirs. */
  impersonator?: { userId: string; name: string; reason: string; accountId: string };
  /** What else the lookup of the session returned; absent for actors without a session. */
  seat?: {
    /** End of the session, epoch ms. */
    sessionEnds: number;
    accountName: string;
    accountState: 'active' | 'pending' | 'suspended' | 'closed';
    /** How many accounts the person is in, whatever their state. */
    seats: number;
    /** Whether the account is a vendor's, or a vendor. */
    vendored: boolean;
    /** What has to be done before anything else here. */
    needs?: 'second-factor';
  };
};
/** `nobody`: a visitor without a session. `system`: a job or the operator's command line. */
export type Actor = UserActor | { kind: 'nobody' } | { kind: 'system' };

export type CookieOut = {
  name: string;
  value: string;
  path: string /** Seconds; 0 deletes. */;
  maxAge: number;
  httpOnly: boolean;
};

/** Words that stand in place of a mail's built-in ones in this language, nearest to the account first; null: there are none. */
export type FindWording = (
  db: Db,
  mail: { template: string; locale: string; accountId: string | null },
) => Promise<MailWording | null>;

export type Ctx = {
  actor: Actor;
  /** The actor's account, behind row-level security. */
  db: DbScope;
  /** Across accounts. A service that uses it says why. */
  system: DbScope;
  /** Epoch milliseconds. */
  now: () => number;
  log: Log;
  config: Config;
  jobs: Jobs;
  bus: Bus;
  events: EventSink;
  limits: RateLimits;
  secrets: Secrets;
  findWording: FindWording;
  /** Of the reader: negotiated from cookie and header, or the account's for a job. */
  locale: string;
  /** The caller as far as it is known: address and program; empty for jobs. */
  caller: { address: string; agent: string /** Of the Authorization header. */; bearer?: string };
  /** Cookies of the request; empty for jobs and server rendering. */
  cookies: Readonly<Record<string, string>>;
  /** Cookies to set with the answer. */
  setCookie: (cookie: CookieOut) => void;
};
