/** Where a seller is registered for this tax besides its own country, as it is filled in. */
import { isMemberState } from './places.rules.ts';
import { rateAt, type RateTable } from './rates.rules.ts';
import { readVatId } from './vat-id.rules.ts';

/** `place`: a country by ISO 3166-1; `vatId`: the number there, with the country's letters in front. */
export type Registration = { place: string; vatId: string };
export type RegistrationTrouble = { place: string; why: 'number' | 'no_rate' | 'own_country' | 'twice' };

/** Invoices name a country by the first two letters of the number (BR-CO-09 of EN 16931); Greece's are its own. */
function numberIn({ place, vatId }: Registration): string | null {
  if (isMemberState(place)) {
    const read = readVatId(vatId, place);
    return read.kind === 'read' && read.country === place ? read.text : null;
  }
  const bare = vatId
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '');
  const whole = bare.startsWith(place) ? bare : `${place}${bare}`;
  return /^[A-Z]{2}[A-Z0-9]{4,16}$/.test(whole) ? whole : null;
}

type Around = { country: string; on: string; table: RateTable };
/** The registrations as they are kept, or the first that cannot be. `country`: the seller's own; `on`: the day, `YYYY-MM-DD`. */
export function readRegistrations(
  rows: readonly Registration[],
  { country, on, table }: Around,
): { kind: 'read'; rows: Registration[] } | ({ kind: 'refused' } & RegistrationTrouble) {
  const kept: Registration[] = [];
  for (const row of rows) {
    const { place } = row;
    const refused = (why: RegistrationTrouble['why']) => ({ kind: 'refused' as const, place, why });
    if (place === country) return refused('own_country');
    if (kept.some((one) => one.place === place)) return refused('twice');
    const vatId = numberIn(row);
    if (vatId === null) return refused('number');
    // consumers there would wait for a rate that nobody knows
    if (rateAt(place, on, table) === null) return refused('no_rate');
    kept.push({ place, vatId });
  }
  return { kind: 'read', rows: kept };
}
