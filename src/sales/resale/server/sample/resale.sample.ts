/** The sample vendor sells in its own name: prices, floors and who it is on its invoices. */
import { portion } from '#kit/money.ts';
import type { SampleWorld } from '#kit/server/sample.ts';
import { seedSeller } from '#sales/billing/server/seller-seed.service.ts';
import { offer } from '../offers.service.ts';
import { setFloors, setTerms } from '../terms.service.ts';

/** Who the sample vendor is on its invoices. */
const vendorOnPaper = {
  legalName: 'Fjord Meetings AS',
  street: 'Strandgaten 18',
  postcode: '5013',
  city: 'Bergen',
  country: 'NO',
  email: 'billing@fjord.example.org',
  vatId: 'NO923609016MVA',
  taxNumber: null,
  registration: null,
  regime: 'outside-eu',
  oss: 'off',
  ownRates: { NO: 25_000 },
  iban: 'NO9386011117947',
  bic: 'DNBANOKK',
  holder: 'Fjord Meetings AS',
  instructions: '',
  currency: 'EUR',
  zone: 'Europe/Oslo',
  seriesPrefix: 'FM',
  dueDays: 14,
  trustDays: 0,
  footer: '',
  cards: false,
} as const;

/** Part of the list price that the sample vendor owes for it, in hundredths, and what it asks on top of the list price. */
const sampleTerms = { owes: 70n, asks: 110n } as const;
/** The sample vendor sells in its own name: floors for what the operator sells, and some of it at prices of its own. Comes after the plans. */
export async function fillSample({ ctx, as, operator, vendor }: SampleWorld): Promise<void> {
  const id = vendor.actor.accountId;
  await seedSeller(ctx, { ...vendorOnPaper, accountId: id });
  const terms = { model: 'wholesale' as const, rate: null, lockDays: 30, revision: null };
  const { plans } = await setTerms(as(operator.actor), { id, body: terms });
  const partOf = (amount: number | null, hundredths: bigint) =>
    amount === null ? null : Number(portion(BigInt(amount), hundredths, 100n));
  const inEuros = plans.map((plan) => ({ ...plan, prices: plan.prices.filter((price) => price.currency === 'EUR') }));
  const floors = inEuros.flatMap(({ planId, version, prices }) =>
    prices.map(({ currency, period, amount, seatAmount, minuteAmount }) => ({
      ...{ planId, version, currency, period },
      ...{ amount: partOf(amount, sampleTerms.owes), seatAmount: partOf(seatAmount, sampleTerms.owes) },
      minuteAmount: partOf(minuteAmount, sampleTerms.owes),
    })),
  );
  await setFloors(as(operator.actor), { id, body: { floors } });
  // two plans, and one of each of what is bought with them
  const handed = [
    ...inEuros.slice(0, 2),
    ...['addon', 'pass'].flatMap((kind) => inEuros.find((plan) => plan.kind === kind) ?? []),
  ];
  for (const { planId, name, prices } of handed) {
    const asked = prices.map(({ currency, period, amount, seatAmount, minuteAmount }) => ({
      ...{
        currency,
        period,
        amount: partOf(amount, sampleTerms.asks) ?? amount,
        seatAmount: partOf(seatAmount, sampleTerms.asks),
      },
      minuteAmount: partOf(minuteAmount, sampleTerms.asks),
    }));
    await offer(as(vendor.actor), { planId, body: { name: `Fjord ${name}`, onSale: true, trialDays: 0, prices: asked } });
  }
}
