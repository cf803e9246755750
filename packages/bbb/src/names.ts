import { clean } from '#fields.ts';
import { personName } from '#person-name.ts';
import { knownEntitiesDecoded } from '#xml-text.ts';

/**
 * A name as its program meant it. WordPress escapes names for HTML before it sends them (`Room &amp; Co`). The agent does
 * not show which program did so, because its join links come with people's browsers; so the five entities and numbers are always decoded,
 * once. A name that really holds `&amp;` is shown as `&`.
 */
export function meantName(name: string): string {
  const decoded = knownEntitiesDecoded(name);
  return decoded === name ? name : clean(decoded) || name;
}

/** The same for a person's name, as `personName` reads it. */
export const meantPersonName = (name: string): string => personName(knownEntitiesDecoded(name));
