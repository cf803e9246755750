/** What a check of a document says. */
import type { InvoiceDocument } from './documents.rules.ts';

/** What is wrong with the field: `missing`, `invalid`, `mismatch` (does not add up), `forbidden` (must be absent). */
export type Problem = 'missing' | 'invalid' | 'mismatch' | 'forbidden';

/**
 * One broken rule. `field` is the business term, `line` the id of the line.
 * `expected` and `found` are amounts of a sum that is off, as decimal texts.
 */
export type Finding = { rule: string; field: string; problem: Problem; line?: string; expected?: string; found?: string };

/** One rule: what it finds in the document. */
export type Rule = (doc: InvoiceDocument) => Finding[];

export const isEmpty = (text: string | null): boolean => text === null || text.trim() === '';
export const missing = (rule: string, field: string): Finding => ({ rule, field, problem: 'missing' });
export const invalid = (rule: string, field: string): Finding => ({ rule, field, problem: 'invalid' });
