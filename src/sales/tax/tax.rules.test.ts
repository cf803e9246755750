import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { memberStates, placeOf } from './places.rules.ts';
import { ratesWith } from './rates.rules.ts';
import { type Buyer, decideTax, nextVatCheck, provenPlace, type Seller, type TaxFacts } from './tax.rules.ts';

const table = ratesWith({});
const seller = (more: Partial<Seller> = {}): Seller => ({
  country: 'DE',
  postcode: '10115',
  regime: 'standard',
  oss: 'on',
  ...more,
});
const buyer = (more: Partial<Buyer> = {}): Buyer => ({
  country: 'DE',
  postcode: null,
  is: 'consumer',
  vatId: null,
  proofs: [],
  ...more,
});
const business = (country: string, check: 'valid' | 'invalid' | 'unchecked' | 'unavailable' = 'valid'): Buyer =>
  buyer({ country, is: 'business', vatId: { number: numbers[country] ?? 'FR40303265045', check } });
const numbers: Record<string, string> = { DE: 'DE136695976', FR: 'FR40303265045', GR: 'EL094259216', AT: 'ATU13585627' };
const facts = (more: Partial<TaxFacts> = {}): TaxFacts => ({ seller: seller(), buyer: buyer(), on: '2026-06-01', ...more });

/** The decision in one line: `S 19000 domestic`, or why there is none. */
function told(given: Partial<TaxFacts>, rates = table): string {
  const decision = decideTax(facts(given), rates);
  if (decision.kind === 'pending') return decision.why;
  const { category, rate, code, reason } = decision;
  return [category, rate, reason, ...(code === null ? [] : [code])].join(' ');
}
const reversed = 'AE 0 reverseCharge VATEX-EU-AE';
const outside = 'O 0 outside VATEX-EU-O';

describe('a seller in the Union', () => {
  test('sells at home at its own rate, whoever buys and whatever their number', () => {
    const buyers = [buyer(), business('DE'), business('DE', 'invalid'), business('DE', 'unavailable'), buyer({ is: 'business' })];
    expect(buyers.map((one) => told({ buyer: one }))).toEqual(buyers.map(() => 'S 19000 domestic'));
  });

  test('leaves the tax to a business of another state whose number is valid', () => {
    expect(told({ buyer: business('FR') })).toBe(reversed);
    expect(told({ buyer: business('GR') })).toBe(reversed);
    expect(told({ buyer: { ...business('MC'), country: 'MC' } })).toBe(reversed);
  });

  test('waits for a number that nobody checked, unless the operator charges meanwhile', () => {
    for (const check of ['unchecked', 'unavailable'] as const) {
      expect(told({ buyer: business('FR', check) })).toBe('vat_check');
      expect(told({ buyer: business('FR', check), unchecked: 'charge' })).toBe('S 20000 oss');
    }
  });

  test('treats a business without a valid number as a consumer', () => {
    const decision = decideTax(facts({ buyer: business('FR', 'invalid') }), table);
    expect(decision).toMatchObject({ category: 'S', rate: 20_000, evidence: { as: 'consumer', vatId: { check: 'invalid' } } });
    expect(told({ buyer: buyer({ country: 'FR', is: 'business' }) })).toBe('S 20000 oss');
    const unreadable = buyer({ country: 'FR', is: 'business', vatId: { number: 'FR00', check: 'valid' } });
    expect(told({ buyer: unreadable })).toBe('S 20000 oss');
    const foreign = { ...business('AT'), country: 'FR' };
    expect(decideTax(facts({ buyer: foreign }), table)).toMatchObject({
      reason: 'oss',
      evidence: { vatId: { number: 'ATU13585627', check: 'other_country' } },
    });
  });

  test('takes from a consumer of another state their rate, or its own below the threshold', () => {
    const consumer = buyer({ country: 'HU' });
    expect(told({ buyer: consumer })).toBe('S 27000 oss');
    expect(told({ buyer: consumer, seller: seller({ oss: 'threshold' }) })).toBe('S 19000 threshold');
    expect(told({ buyer: consumer, seller: seller({ oss: 'off' }) })).toBe('S 19000 threshold');
    expect(told({ buyer: consumer, seller: seller({ oss: 'off', registeredIn: ['HU'] }) })).toBe('S 27000 registered');
  });

  test('sells outside the scope of the tax beyond the Union, to whomever', () => {
    for (const country of ['US', 'GB', 'CH', 'NO', 'XI', 'UK', 'IN'])
      for (const is of ['business', 'consumer'] as const) expect(told({ buyer: buyer({ country, is }) })).toBe(outside);
    const gb = seller({ registeredIn: ['GB'] });
    expect(told({ buyer: buyer({ country: 'GB' }), seller: gb })).toBe('S 20000 registered');
    expect(told({ buyer: buyer({ country: 'GB', is: 'business' }), seller: gb })).toBe(outside);
  });
});

describe('places that are not what the map says', () => {
  test('parts of member states outside the territory', () => {
    const parts = [
      ...[
        ['ES', '35001'],
        ['ES', '38670'],
        ['ES', '51001'],
        ['ES', '52006'],
        ['DE', '78266'],
        ['DE', '27498'],
        ['IT', '23041'],
      ],
      ...[
        ['IT', '22061'],
        ['FI', '22100'],
        ['AX', '22100'],
        ['FR', '97110'],
        ['GP', '97110'],
        ['FR', '97400'],
        ['GR', '630 86'],
      ],
      ...[
        ['IC', null],
        ['EA', null],
        ['FO', '100'],
        ['GL', '3900'],
      ],
    ] as const;
    for (const [country = '', postcode = null] of parts)
      expect(told({ buyer: { ...business('FR'), country, postcode } }), `${country} ${postcode}`).toBe(outside);
    expect(told({ buyer: buyer({ country: 'DE', postcode: 'D-78266' }) })).toBe(outside);
  });

  test('neighbours of those are inside', () => {
    expect(told({ buyer: buyer({ country: 'DE', postcode: '78267' }) })).toBe('S 19000 domestic');
    expect(told({ buyer: buyer({ country: 'ES', postcode: '28001' }) })).toBe('S 21000 oss');
    for (const postcode of ['23030', '22060']) expect(told({ buyer: buyer({ country: 'IT', postcode }) })).toBe('S 22000 oss');
    expect(told({ buyer: buyer({ country: 'FI', postcode: '00100' }) })).toBe('S 25500 oss');
    expect(told({ buyer: buyer({ country: 'MC', postcode: '98000' }) })).toBe('S 20000 oss');
  });

  test('Madeira and the Azores have rates of their own', () => {
    expect(told({ buyer: buyer({ country: 'PT', postcode: '9000-017' }) })).toBe('S 22000 oss');
    expect(told({ buyer: buyer({ country: 'PT', postcode: '9500-001' }) })).toBe('S 16000 oss');
    expect(told({ buyer: buyer({ country: 'PT', postcode: '1100-148' }) })).toBe('S 23000 oss');
    const azores = seller({ country: 'PT', postcode: '9500-001', oss: 'threshold' });
    expect(told({ buyer: buyer({ country: 'PT', postcode: '1100-148' }), seller: azores })).toBe('S 23000 domestic');
    expect(told({ buyer: buyer({ country: 'DE' }), seller: azores })).toBe('S 16000 threshold');
  });

  test('Northern Ireland has a number for goods, which does not count', () => {
    const given = buyer({ country: 'XI', is: 'business', vatId: { number: 'XI110305878', check: 'valid' } });
    expect(told({ buyer: given })).toBe(outside);
    expect(placeOf({ country: 'xi', postcode: null })).toEqual({ country: 'GB', code: 'GB', inside: false });
  });
});

describe('other regimes', () => {
  test('a small business is exempt, and names its law', () => {
    const small = seller({ regime: 'small-business' });
    for (const one of [buyer(), business('FR'), business('FR', 'unavailable'), buyer({ country: 'US' })])
      expect(told({ buyer: one, seller: small })).toBe('E 0 smallBusiness');
    expect(decideTax(facts({ seller: small }), table)).toMatchObject({ code: null, evidence: { law: '§ 19 UStG' } });
    expect(told({ seller: { ...small, country: 'FR', postcode: null } })).toBe('E 0 smallBusiness VATEX-FR-FRANCHISE');
    expect(decideTax(facts({ seller: { ...small, country: 'EE' } }), table)).toMatchObject({ evidence: { law: null } });
  });

  test('a small business may be held to the common rules beyond its border', () => {
    const small = seller({ regime: 'small-business', abroad: 'as-standard', oss: 'threshold' });
    expect(told({ seller: small })).toBe('E 0 smallBusiness');
    expect(told({ buyer: business('FR'), seller: small })).toBe(reversed);
    expect(told({ buyer: buyer({ country: 'CH' }), seller: small })).toBe(outside);
  });

  test('a seller outside the Union follows what it entered', () => {
    const us = seller({ country: 'US', postcode: null, regime: 'outside-eu', oss: 'off' });
    expect(told({ buyer: buyer({ country: 'US' }), seller: us })).toBe('O 0 untaxed VATEX-EU-O');
    expect(told({ buyer: buyer({ country: 'US' }), seller: us }, ratesWith({ US: 8_875 }))).toBe('S 8875 domestic');
    expect(told({ buyer: buyer({ country: 'FR' }), seller: us })).toBe(outside);
    expect(told({ buyer: buyer({ country: 'FR' }), seller: { ...us, oss: 'on' } })).toBe('S 20000 oss');
    expect(told({ buyer: business('FR', 'unavailable'), seller: { ...us, oss: 'on' } })).toBe(outside);
    expect(told({ buyer: buyer({ country: 'GB' }), seller: { ...us, registeredIn: ['GB'] } })).toBe('S 20000 registered');
    const [swiss, gb] = ['CH', 'GB'].map((country) => seller({ country, regime: 'standard', oss: 'threshold' }));
    expect(told({ buyer: buyer({ country: 'LI' }), seller: swiss ?? us })).toBe('S 8100 domestic');
    expect(told({ buyer: buyer({ country: 'DE' }), seller: gb ?? us })).toBe(outside);
  });

  test('what the operator says wins', () => {
    expect(told({}, ratesWith({ DE: 16_000 }))).toBe('S 16000 domestic');
    expect(told({}, ratesWith({ DE: 0 }))).toBe('Z 0 zero');
    const override = { category: 'E', rate: 0, code: 'VATEX-EU-151' } as const;
    expect(told({ override, buyer: business('FR', 'unchecked') })).toBe('E 0 agreed VATEX-EU-151');
  });
});

describe('evidence', () => {
  test('two proofs that agree, and none that contradicts', () => {
    expect(provenPlace([], 'FR')).toBe('thin');
    expect(
      provenPlace(
        [
          { kind: 'ip', country: 'FR' },
          { kind: 'ip', country: 'FR' },
        ],
        'FR',
      ),
    ).toBe('thin');
    expect(
      provenPlace(
        [
          { kind: 'ip', country: 'FR' },
          { kind: 'card', country: 'MC' },
        ],
        'FR',
      ),
    ).toBe('proven');
    expect(
      provenPlace(
        [
          { kind: 'ip', country: 'FR' },
          { kind: 'card', country: 'BE' },
        ],
        'FR',
      ),
    ).toBe('contradicted');
  });

  test('says where, when and whose rate', () => {
    const proofs = [
      { kind: 'address', country: 'PT' },
      { kind: 'ip', country: 'PT' },
    ] as const;
    const given = facts({ buyer: buyer({ country: 'PT', postcode: '9000', proofs }) });
    expect(decideTax(given, ratesWith({ 'PT-30': 21_000 }))).toMatchObject({
      rate: 21_000,
      evidence: { on: '2026-06-01', seller: 'DE', buyer: 'PT-30', rateFrom: 'own', place: 'proven', vatId: null },
    });
  });

  test('a day before all known rates is told, not guessed', () => {
    expect(told({ on: '2020-08-01' })).toBe('no_rate');
  });
});

test('only S has a rate, and every decision is one that EN 16931 knows', () => {
  const countries = fc.constantFrom(...memberStates, 'GB', 'CH', 'US', 'XI', 'MC', 'GP');
  fc.assert(
    fc.property(
      fc.record({
        seller: fc.record({
          country: countries,
          postcode: fc.constant(null),
          regime: fc.constantFrom('standard', 'small-business', 'outside-eu'),
          oss: fc.constantFrom('on', 'threshold', 'off'),
        }),
        buyer: fc.record({
          country: countries,
          postcode: fc.constantFrom(null, '35001', '9500-001'),
          is: fc.constantFrom('business', 'consumer'),
          vatId: fc.option(
            fc.record({
              number: fc.constantFrom(...Object.values(numbers)),
              check: fc.constantFrom('valid', 'invalid', 'unchecked', 'unavailable'),
            }),
          ),
          proofs: fc.constant([]),
        }),
        on: fc.constant('2026-06-01'),
      }),
      (given) => {
        const decision = decideTax(given, table);
        if (decision.kind === 'pending') return decision.why === 'no_rate' || given.buyer.is === 'business';
        expect(decision.category === 'S').toBe(decision.rate > 0);
        expect(decision.category === 'AE').toBe(decision.code === 'VATEX-EU-AE');
        if (decision.category === 'AE') expect(given.buyer.vatId?.check).toBe('valid');
        return true;
      },
    ),
  );
});

test('a number is asked about again ever more seldom, until the time is over', () => {
  const minute = 60_000;
  const limit = 3 * 24 * 60 * minute;
  expect([1, 2, 3, 4].map((tries) => nextVatCheck({ since: 0, tries, now: 0 }, limit))).toEqual(
    [1, 2, 4, 8].map((n) => n * minute),
  );
  expect(nextVatCheck({ since: 0, tries: 60, now: 0 }, limit)).toBe(360 * minute);
  expect(nextVatCheck({ since: 0, tries: 60, now: limit - minute }, limit)).toBe(limit);
  expect(nextVatCheck({ since: 0, tries: 60, now: limit }, limit)).toBeNull();
});
