/** What the tax of an invoice rests on, read back from what was kept with it. */
import * as z from 'zod/mini';
import type { AgreedBy } from '#sales/tax/tax.rules.ts';
import type { TaxFacts } from './invoices.table.ts';

const agreed = z.object({ by: z.string(), at: z.number(), reason: z.string(), text: z.string() });
const evidence = z.object({ law: z.nullish(z.string()), buyer: z.optional(z.string()), agreed: z.optional(agreed) });

export type Evidence = {
  /** What the exemption of a small business rests on. */
  law: string | null;
  /** The place of the buyer that rates go by. */
  place: string | null;
  /** Who decided it, where no rule did. */
  agreed: AgreedBy | null;
};
export function evidenceOf(facts: TaxFacts | null): Evidence {
  const read = z.safeParse(evidence, facts?.evidence);
  if (!read.success) return { law: null, place: null, agreed: null };
  const { law, buyer, agreed: by } = read.data;
  return { law: law ?? null, place: buyer ?? null, agreed: by ?? null };
}
