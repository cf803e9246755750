import { Panel } from '#kit/ui/bits.tsx';
import { intlTag } from '#kit/ui/text/locale.ts';
import { useReader } from '#kit/ui/text/reader.tsx';
import { useDayText } from '#kit/ui/time.tsx';
import type { MinutesPage } from '../minutes.contract.ts';
import { billingText } from './blocks/billing-text.hook.ts';
import { useMoney } from './blocks/money.hook.ts';
import s from './subscription.module.css';

type Fact = { word: string; value: string; strong?: 'strong' };
function Facts({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className={s.minutes}>
      {facts.map(({ word, value, strong }) => (
        <div key={word}>
          <dt className="quiet">{word}</dt>
          <dd className={strong}>
            <bdi>{value}</bdi>
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** Participant minutes that cost something above the included ones: what the month comes to so far, and what the next invoice will ask. */
export function Minutes({ of, currency }: { of: MinutesPage; currency: string }) {
  const say = billingText();
  const money = useMoney();
  const day = useDayText();
  const number = new Intl.NumberFormat(intlTag(useReader().locale));
  const { running, waiting } = of;
  const taxed = (one: { inclusive: boolean }) => say(one.inclusive ? 'minutes.withTax' : 'minutes.withoutTax');
  return (
    <Panel id="minutes" title={say('minutes.title')} aside={<span className="small quiet">{say('minutes.hint')}</span>}>
      {running !== null && (
        <Facts
          facts={[
            {
              word: say('minutes.used', { from: day(running.from, 'dayMonth'), to: day(running.until, 'dayMonth') }),
              value: number.format(running.used),
            },
            { word: say('minutes.included'), value: number.format(running.included) },
            { word: say('minutes.above'), value: number.format(running.billed) },
            { word: say('minutes.rate'), value: money(running.rate, currency) },
            {
              word: `${say('minutes.amount')} (${taxed(running)})`,
              value: money(running.amount, currency),
              strong: 'strong',
            },
          ]}
        />
      )}
      {waiting.length > 0 && (
        <>
          <h3 className={s.waiting}>{say('minutes.waiting')}</h3>
          <Facts
            facts={waiting.map((one) => ({
              word: `${one.late ? say('minutes.late', { month: day(one.month, 'month') }) : day(one.month, 'month')} · ${say('minutes.minutes', { count: one.billed })} (${taxed(one)})`,
              value: money(one.amount, currency),
            }))}
          />
        </>
      )}
    </Panel>
  );
}
