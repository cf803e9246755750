/** Sample add-ons and an event pass, on sale beside the sample plans. */
import type { Ctx } from '#kit/server/ctx.ts';
import type { PlanKind, PlanPrice, PlanTerms } from '#sales/plans/plans.rules.ts';
import { create as createPlan } from '#sales/plans/server/plans.service.ts';

type SampleExtra = {
  kind: Exclude<PlanKind, 'base'>;
  code: string;
  name: string;
  summary: string;
  hours: number | null;
  entitlements: PlanTerms['entitlements'];
  /** In minor units, of a month or once. */
  eur: number;
  usd: number;
};
const extras: readonly SampleExtra[] = [
  {
    kind: 'addon',
    code: 'storage-50',
    name: 'Storage 50',
    summary: 'More room for recordings',
    hours: null,
    entitlements: { recordingGb: 50 },
    eur: 900,
    usd: 1000,
  },
  {
    kind: 'addon',
    code: 'own-look',
    name: 'Own look',
    summary: 'Your logo and colours',
    hours: null,
    entitlements: { branding: true, customSlug: true, removeFooter: true },
    eur: 1200,
    usd: 1400,
  },
  {
    kind: 'pass',
    code: 'congress-300',
    name: 'Congress 300',
    summary: 'For a big day, or two',
    hours: 48,
    entitlements: { peopleAtOnce: 300, peoplePerMeeting: 300, meetingsAtOnce: 5 },
    eur: 14_900,
    usd: 16_900,
  },
];

/** `operator`: whose catalogue it is. */
export async function sellExtras(operator: Ctx): Promise<void> {
  for (const { kind, code, name, summary, hours, entitlements, eur, usd } of extras) {
    const price = (currency: string, period: PlanPrice['period'], amount: number): PlanPrice => ({
      ...{ currency, period, amount, setupFee: 0, seatAmount: null, minuteAmount: null },
      inclusive: false,
    });
    const prices = Object.entries({ EUR: eur, USD: usd }).flatMap(([currency, month]) =>
      kind === 'pass' ? [price(currency, 'once', month)] : [price(currency, 'month', month), price(currency, 'year', month * 10)],
    );
    await createPlan(operator, {
      ...{ kind, code, name, summary, words: {}, visibility: 'public' as const },
      terms: {
        ...{ entitlements, hours, prices, trialDays: 0, trialNeedsMethod: false },
        ...{ seatKey: null, seatMost: null, dunning: null },
      },
    });
  }
}
