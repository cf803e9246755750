/** Files of a bank, and what is in them. Amounts are minor units of `currency`; times are epoch milliseconds. */
import * as z from 'zod/mini';
import { isCurrency } from '#kit/money.ts';

/** `MT940`: read before it was dropped. */
export const statementFormats = ['camt.052', 'camt.053', 'CSV', 'MT940'] as const;
export type StatementFormat = (typeof statementFormats)[number];
/** Bytes of a file that is read: as much as the readers take. */
export const STATEMENT_BYTES = 10 * 1024 * 1024;

const words = (most: number) => z.string().check(z.trim(), z.maxLength(most));
const amount = z.int();

const columns = z.partial(
  z.object({
    state: words(120),
    booked: words(120),
    value: words(120),
    amount: words(120),
    credit: words(120),
    debit: words(120),
    currency: words(120),
    name: words(120),
    iban: words(120),
    text: words(120),
    bankRef: words(120),
    endToEnd: words(120),
    account: words(120),
  }),
);
/** Most words for the state of lines that are not known, of one file. */
const STATES_MAX = 20;
const mapping = z.object({
  columns: z.optional(columns),
  currency: z.optional(z.string().check(z.refine(isCurrency, 'not_a_currency'))),
  days: z.optional(z.enum(['day-first', 'month-first'])),
  /** Whether lines with such a word are booked, by the word as the file has it. */
  states: z.optional(
    z
      .record(z.string().check(z.maxLength(120)), z.enum(['booked', 'pending']))
      .check(z.refine((states) => Object.keys(states).length <= STATES_MAX, 'too_many')),
  ),
});
export type StatementMapping = z.output<typeof mapping>;
/** `content`: the file in base64. `mapping`: what the file does not say. */
export const statementFile = z.object({
  name: z.string().check(z.trim(), z.minLength(1), z.maxLength(200)),
  content: z.string().check(z.minLength(1), z.maxLength(14_000_000)),
  mapping: z.optional(mapping),
});
/** Lines that are no money. `other`: no movements. `unclear`: with a state that is not known, by its word; they are not kept before somebody says what it means. */
const leftOut = z.object({
  pending: z.int(),
  cancelled: z.int(),
  other: z.int(),
  unclear: z.array(z.object({ word: z.string(), lines: z.int() })),
});
/** A statement as it would be, or was, kept; `added`: lines that were not known before. `leftOut`: null of one that was kept before. */
export const statementView = z.object({
  id: z.nullable(z.string()),
  file: z.string(),
  format: z.enum(statementFormats),
  account: z.nullable(z.string()),
  from: z.nullable(z.string()),
  to: z.nullable(z.string()),
  currency: z.nullable(z.string()),
  opening: z.nullable(amount),
  closing: z.nullable(amount),
  lines: z.int(),
  added: z.int(),
  leftOut: z.nullable(leftOut),
  readAt: z.nullable(z.number()),
  by: z.nullable(z.string()),
});
export type StatementView = z.output<typeof statementView>;
