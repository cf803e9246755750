import { textOf } from '#kit/ui/text/text-of.ts';
import en from '../../text/en-US.json' with { type: 'json' };
import type { TaxDecision, TaxReason, VatIdCheck } from '../../tax.rules.ts';
import type { VatIdTrouble } from '../../vat-id.rules.ts';

const taxText = textOf('tax', en);

/** What screens say about tax: about a decision, a number that cannot be right, and what is known of one that can. */
export function useTaxWords() {
  const say = taxText();
  return {
    decision: (decision: TaxDecision): string => {
      if (decision.kind === 'pending') return say(`pending.${decision.why}`);
      const { reason, evidence } = decision;
      const isBy = reason === 'smallBusiness' && evidence.law !== null;
      return isBy ? say('reason.smallBusinessBy', { law: evidence.law ?? '' }) : say(`reason.${reason}`);
    },
    /** About a decision that was made when the document was written. */
    reason: (reason: TaxReason): string => say(`reason.${reason}`),
    trouble: (why: VatIdTrouble): string => say(`trouble.${why}`),
    check: (check: VatIdCheck): string => say(`check.${check}`),
  };
}
