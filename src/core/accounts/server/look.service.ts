/** How an account looks to others: what may be typed of it, and reading it where nobody's eyes are enough. */
import * as z from 'zod/mini';
import { contrast, leastContrast } from '#kit/colour.ts';
import type { Parsed } from '#kit/contract.ts';
import { Failure } from '#kit/errors.ts';
import type { Db } from '#kit/server/db/db.ts';
import type { accountsCalls } from '../accounts.contract.ts';
import { type AccountBranding, noBranding } from '../accounts.rules.ts';
import { customersSince, lockNewCustomers, storedLook } from './accounts.queries.ts';

/** What was typed of the look; the rest of it stays. Throws `low_contrast` for a colour on which white words are hard to read. */
export function lookOf({
  accent,
  footer,
}: NonNullable<Parsed<typeof accountsCalls.update>['body']['branding']>): Partial<AccountBranding> {
  if (typeof accent === 'string' && contrast(accent, '#ffffff') < leastContrast)
    throw new Failure('low_contrast', { fields: { 'body.branding.accent': 'low_contrast' } });
  return {
    ...(accent === undefined ? {} : { accent }),
    ...(footer === undefined ? {} : { footer: footer === '' ? null : footer }),
  };
}

const text = z.optional(z.nullable(z.string()));
const stored = z.object({ accent: text, logo: text, footer: text });
/** Colour, logo and foot of any account, for its mails; read on the connection of `tx`, whatever its row-level security shows. */
export async function lookOfAccount(tx: Db, accountId: string): Promise<AccountBranding> {
  const look = z.safeParse(stored, await storedLook(tx, accountId));
  const { accent, logo, footer } = look.success ? look.data : noBranding;
  return { accent: accent ?? null, logo: logo ?? null, footer: footer ?? null };
}

/** How many accounts of customers were made since then (epoch ms), for the daily limit of sign-ups. */
export const countNewCustomers = customersSince;
/** Until the transaction ends nobody else counts them to make one. */
export const holdNewCustomers = lockNewCustomers;
