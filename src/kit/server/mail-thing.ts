/** What the mailbox asks of each domain: how the thing of a mail is now for its reader, by the domain's own rule of who may see what. */
import type { Ctx } from './ctx.ts';

export type MailThingView = {
  name: string | null;
  /** A word of `states.<kind>` in the mailbox's texts. */
  state: string;
  /** The thing's page on this site; null: the reader has none. */
  path: string | null;
  /** When it begins. Epoch milliseconds. */
  at?: number | null;
  /** What is still to be paid, in minor units of `currency`; `day` is a day of the calendar. */
  due?: { amount: number; currency: string; day: string | null } | null;
  /** What the reader can do at `path` now; left out: only look. */
  act?: 'pay' | 'join' | 'play' | null;
  /** How its mails can be answered now. */
  reply?: 'ticket' | 'invitation' | null;
};

/** Refusals of `view` mean that the reader has no such thing. `write` and `answer` are for things whose `reply` asks for them. */
export type MailThingSource = {
  kind: string;
  /** Whether mails of this template are about such a thing. */
  isAbout: (template: string) => boolean;
  view: (ctx: Ctx, id: string) => Promise<MailThingView>;
  write?: (ctx: Ctx, id: string, message: { text: string; files: string[] }) => Promise<void>;
  answer?: (ctx: Ctx, id: string, answer: 'yes' | 'maybe' | 'no') => Promise<void>;
};
export type MailThingModule = { mailThing: MailThingSource };
