import type { OpenSay } from '#kit/ui/text/text-of.ts';
import { textOf } from '#kit/ui/text/text-of.ts';
import { billingText } from '#sales/billing/ui/blocks/billing-text.hook.ts';
import en from '../text/en-US.json' with { type: 'json' };

export const paymentsText = textOf('payments', en);

/** For failures: our own words, and those of billing for what its calls refuse. */
export function usePaymentsSay(): OpenSay {
  const [own, billing] = [paymentsText(), billingText()];
  return { maybe: (key, values) => own.maybe(key, values) ?? billing.maybe(key, values) };
}
