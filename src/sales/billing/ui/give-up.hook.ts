import { IconReceiptOff } from '@tabler/icons-react';
import { useAsk } from '#kit/ui/overlay/ask.tsx';
import type { OpenSay } from '#kit/ui/text/text-of.ts';
import type { OrderGivenUp } from '../gives-up.contract.ts';
import { giveUpText } from './blocks/give-up-text.hook.ts';
import { leftToRight, useMoney } from './blocks/money.hook.ts';

/** Asks before orders in another currency are given up; nothing is asked where there are none. `errors`: why they may not be. */
export function useGiveUp(own: OpenSay): { agreed: (orders: readonly OrderGivenUp[]) => Promise<boolean>; errors: OpenSay } {
  const say = giveUpText();
  const money = useMoney();
  const ask = useAsk();
  const agreed = async (orders: readonly OrderGivenUp[]) => {
    if (orders.length === 0) return true;
    return ask({
      title: say('giveUp.title'),
      lead: say('giveUp.lead'),
      facts: orders.map(({ invoiceId, number, planName: plan, total, currency }) => {
        const values = { plan, amount: money(total, currency), number: leftToRight(number ?? '') };
        return { id: invoiceId, icon: IconReceiptOff, text: say(number === null ? 'giveUp.unnumbered' : 'giveUp.order', values) };
      }),
      verb: say('giveUp.verb'),
      safe: say('giveUp.keep'),
    });
  };
  return { agreed, errors: { maybe: (key, values) => own.maybe(key, values) ?? say.maybe(`giveUp.${key}`, values) } };
}
