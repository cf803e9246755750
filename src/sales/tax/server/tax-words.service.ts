/** The sentence about tax that stands on an invoice, in the language of the invoice. */
import { wordsFrom } from '#kit/server/words.ts';
import type { TaxReason } from '../tax.rules.ts';

const folder = new URL('../text/', import.meta.url);

/** `law`: what the exemption of a small business rests on, from the decision's evidence. Null only when English has no such text. */
export async function taxWords(
  locale: string,
  { reason, law }: { reason: TaxReason; law: string | null },
): Promise<string | null> {
  const key = reason === 'smallBusiness' && law !== null ? 'reason.smallBusinessBy' : `reason.${reason}`;
  const found = await wordsFrom(folder, { locale, keys: [key] });
  return found?.words[0]?.replace('{law}', () => law ?? '') ?? null;
}
