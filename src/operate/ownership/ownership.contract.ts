/** The account as a whole: its export, its owner, its end. Times are epoch milliseconds, sizes bytes. */
import * as z from 'zod/mini';
import { call } from '#kit/contract.ts';
import { isId } from '#kit/ids.ts';
import { totalField } from '#kit/total.contract.ts';
import { exportStates } from './ownership.rules.ts';

const id = z.string().check(z.refine(isId, 'not_an_id'));
const done = z.object({ done: z.literal(true) });
const proof = { proof_needed: 403 } as const;
const person = z.object({ id: z.string(), name: z.string() });

const exportItem = z.object({
  id: z.string(),
  state: z.enum(exportStates),
  /** Of a hundred. */
  progress: z.number(),
  withRecordings: z.boolean(),
  bytes: z.nullable(z.number()),
  by: person,
  /** Only the person who asked for it may load it. */
  mine: z.boolean(),
  createdAt: z.number(),
  endsAt: z.nullable(z.number()),
});
export type ExportItem = z.output<typeof exportItem>;

const offer = z.object({
  id: z.string(),
  from: person,
  to: person,
  createdAt: z.number(),
  endsAt: z.number(),
});

export const closingView = z.object({
  account: z.object({ name: z.string() }),
  /** When it is erased; null: it is open. */
  eraseAt: z.nullable(z.number()),
  mayUndo: z.boolean(),
});

export const ownershipCalls = {
  overview: call({
    method: 'GET',
    path: '/api/account/ownership',
    summary: 'Who owns the account, the offer of ownership that waits, and what the reader may do about both.',
    access: 'user',
    result: z.object({
      owner: z.nullable(person),
      offer: z.nullable(offer),
      rights: z.object({
        owner: z.boolean(),
        export: z.boolean(),
        close: z.boolean(),
        /** The offer is for the reader. */
        answer: z.boolean(),
        leave: z.boolean(),
      }),
    }),
  }),
  offer: call({
    method: 'POST',
    path: '/api/account/ownership/offer',
    summary: 'Offers the account to another person in it. Needs a proof of who asks; the other one has 14 days to accept.',
    access: 'user',
    body: z.strictObject({ userId: id }),
    result: done,
    failures: { ...proof, not_possible: 409 },
  }),
  answer: call({
    method: 'POST',
    path: '/api/account/ownership/offers/{id}',
    summary: 'Accepts or declines an offer of ownership, or takes it back. The owner before stays as an administrator.',
    access: 'user',
    params: z.object({ id }),
    body: z.strictObject({ answer: z.enum(['accept', 'decline', 'withdraw']) }),
    result: done,
    failures: { ...proof, not_possible: 409 },
  }),
  exports: call({
    method: 'GET',
    path: '/api/account/exports',
    summary: 'The exports of the account, newest first.',
    access: 'account.export',
    result: z.object({ items: z.array(exportItem) }),
  }),
  startExport: call({
    method: 'POST',
    path: '/api/account/exports',
    summary:
      'Begins an export of everything in the account as a zip of JSON and files. Three an hour; needs a proof of who asks.',
    access: 'account.export',
    body: z.strictObject({ withRecordings: z.boolean() }),
    result: exportItem,
    failures: { ...proof, not_possible: 409 },
  }),
  exportLink: call({
    method: 'POST',
    path: '/api/account/exports/{id}/link',
    summary: 'An address, good for five minutes, from which whoever asked for the export loads it.',
    access: 'account.export',
    params: z.object({ id }),
    result: z.object({ url: z.string() }),
  }),
  preview: call({
    method: 'GET',
    path: '/api/account/closing/preview',
    summary: 'What is erased when the account is closed, and what stays.',
    access: 'user',
    result: z.object({
      graceDays: z.number(),
      backupDays: z.number(),
      counts: z.object({
        rooms: totalField,
        meetings: totalField,
        recordings: totalField,
        recordingBytes: z.number(),
        webhooks: totalField,
        /** Members who lose their sign-in, because they have no other account. */
        people: totalField,
      }),
    }),
  }),
  close: call({
    method: 'POST',
    path: '/api/account/closing',
    summary: 'Closes the account; after the days of grace it is erased. Needs its name and a proof of who asks.',
    access: 'user',
    body: z.strictObject({ name: z.string().check(z.maxLength(200)) }),
    result: z.object({ eraseAt: z.number() }),
    failures: { ...proof, wrong_name: 400, has_customers: 409, not_possible: 409 },
  }),
  closing: call({
    method: 'GET',
    path: '/api/account/closing',
    summary: 'Whether the account is closed, and when it is erased.',
    access: 'user',
    result: closingView,
  }),
  undo: call({
    method: 'DELETE',
    path: '/api/account/closing',
    summary: 'Opens the closed account again.',
    access: 'user',
    result: done,
    failures: { not_possible: 409 },
  }),
  leave: call({
    method: 'POST',
    path: '/api/account/leave',
    summary: 'Leaves the account. Without another one the sign-in is erased. Rooms and recordings go to the owner.',
    access: 'user',
    result: done,
    failures: { ...proof, not_possible: 409 },
  }),
};
