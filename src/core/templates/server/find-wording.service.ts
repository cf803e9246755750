import type { FindWording } from '#kit/server/ctx.ts';
import type { TemplateCatalog, TemplateSource } from './templates.mail.ts';
import { localeOf } from '#core/identity/identity.rules.ts';
import { publishedWordings, type WordingRow } from './templates.queries.ts';
import type { Db } from '#kit/server/db/db.ts';

type WordingChain = { accountId: string | null; template: TemplateSource; locale: string };
/** Published texts, nearest first. What the operator keeps for itself is never worded by others, whatever their rows say. */
export async function wordingChain(db: Db, { accountId, template, locale }: WordingChain): Promise<WordingRow[]> {
  const rows = await publishedWordings(db, { accountId, name: template.name, locale });
  return rows.filter((row) => template.editors === 'accounts' || row.level === 'operator');
}

/**
 * What a mail says: the account's words, else its vendor's, else the operator's, in the reader's language alone. The built-in words are
 * there in every language, so a reader never gets another one because nobody has translated a change.
 */
export const wordingFinder =
  (catalog: TemplateCatalog): FindWording =>
  async (db, { template, locale, accountId }) => {
    const known = catalog.find((one) => one.name === template);
    if (known === undefined) return null;
    const [nearest] = await wordingChain(db, { accountId, template: known, locale: localeOf(locale) });
    return nearest ?? null;
  };
