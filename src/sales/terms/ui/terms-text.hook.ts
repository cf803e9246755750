import type { OpenSay } from '#kit/ui/text/text-of.ts';
import { textOf } from '#kit/ui/text/text-of.ts';
import { invoiceText } from '#sales/billing/ui/blocks/invoice-text.hook.ts';
import en from '../text/en-US.json' with { type: 'json' };

export const termsText = textOf('terms', en);

/** For failures: our own words, and those of billing for what its calls refuse. */
export function useTermsSay(): OpenSay {
  const [own, billing] = [termsText(), invoiceText()];
  return { maybe: (key, values) => own.maybe(key, values) ?? billing.maybe(key, values) };
}
