/** What a mail is about, as it is now for its reader, and how the mail can be answered. */
import { Failure } from '#kit/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import type { MailThingSource } from '#kit/server/mail-thing.ts';
import type { MailThing } from '../mailbox.contract.ts';
import { type MailReplyWay, mailThings } from '../mailbox.rules.ts';
import type { MailboxRow } from './mailbox.table.ts';
import { readerOf } from './place.service.ts';

/** The sources of all domains, for one mail each. */
export type MailThings = readonly MailThingSource[];

const gone = { name: null, state: 'gone', path: null };

/** The source and id of a mail's thing; null: it is about nothing that has a state. */
export function thingOf({ template, aboutId }: Pick<MailboxRow, 'template' | 'aboutId'>, things: MailThings) {
  const source = template === null ? undefined : things.find(({ isAbout }) => isAbout(template));
  return source === undefined || aboutId === null ? null : { source, id: aboutId };
}

type MailAbout = { thing: MailThing | null; reply: MailReplyWay | null };
export async function aboutOf(ctx: Ctx, row: MailboxRow, things: MailThings): Promise<MailAbout> {
  const received = row.place !== 'draft' && row.place !== 'sent';
  if (row.kind === 'people') return { thing: null, reply: received && row.senderId !== readerOf(ctx).userId ? 'person' : null };
  const found = thingOf(row, things);
  const kind = mailThings.find((one) => one === found?.source.kind);
  if (found === null || kind === undefined) return { thing: null, reply: null };
  const seen = await found.source.view(ctx, found.id).catch((error: unknown) => {
    if (error instanceof Failure && (error.code === 'not_found' || error.code === 'not_allowed')) return gone;
    throw error;
  });
  const { at = null, due = null, act = null, reply = null, ...view } = { at: null, due: null, act: null, reply: null, ...seen };
  return { thing: { kind, id: found.id, ...view, at, due, act }, reply };
}
