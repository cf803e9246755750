import { Button, TextInput } from '@mantine/core';
import { useApi } from '#kit/ui/query/api.tsx';
import { Panel } from '#kit/ui/bits.tsx';
import { Banner } from '#kit/ui/feedback.tsx';
import { useDraftForm } from '#kit/ui/form/form.tsx';
import { useMoney } from '#sales/billing/ui/blocks/money.hook.ts';
import type { ListedPlan } from '../resale.contract.ts';
import { decimalOf, resaleApi, typedAmount, useResaleRefresh } from './resale-data.hook.ts';
import { KindTag } from './kind-tag.part.tsx';
import { resaleText } from './resale-text.hook.ts';
import s from './resale.module.css';

type FloorsDraft = Record<string, string>;
type Price = ListedPlan['prices'][number];
/** Empty: no floor, the vendor cannot sell at this price. */
const wrong = (text: string, currency: string) => text.trim() !== '' && typedAmount(text, currency) === null;

function draftOf({ prices }: ListedPlan): FloorsDraft {
  return Object.fromEntries(
    prices.flatMap(({ floor, seatFloor, minuteFloor, currency }, at) => [
      [`floor${at}`, decimalOf(floor, currency)],
      [`seat${at}`, decimalOf(seatFloor, currency)],
      [`minutes${at}`, decimalOf(minuteFloor, currency)],
    ]),
  );
}
const troublesOf = (prices: readonly Price[], values: FloorsDraft): Partial<Record<string, string>> =>
  Object.fromEntries(
    prices.flatMap(({ currency }, at) =>
      [`floor${at}`, `seat${at}`, `minutes${at}`].flatMap((name) =>
        wrong(values[name] ?? '', currency) ? [[name, 'amount']] : [],
      ),
    ),
  );

/** What a vendor owes for each price of one plan: the operator's side of the price list. */
export function FloorTable({ vendorId, plan }: { vendorId: string; plan: ListedPlan }) {
  const say = resaleText();
  const amountText = useMoney();
  const { resale } = useApi(resaleApi);
  const refresh = useResaleRefresh();
  const { planId, version, prices } = plan;
  const form = useDraftForm<FloorsDraft>({
    key: null,
    initial: draftOf(plan),
    check: (values) => troublesOf(prices, values),
    say,
    save: async (values) => {
      const floors = prices.map(({ currency, period, seatAmount, minuteAmount }, at) => ({
        ...{ planId, version, currency, period },
        amount: typedAmount(values[`floor${at}`] ?? '', currency),
        seatAmount: seatAmount === null ? null : typedAmount(values[`seat${at}`] ?? '', currency),
        minuteAmount: minuteAmount === null ? null : typedAmount(values[`minutes${at}`] ?? '', currency) || null,
      }));
      await resale.setFloors({ params: { id: vendorId }, body: { floors } });
      await refresh();
    },
  });
  const field = { className: s.field ?? '', inputMode: 'decimal', dir: 'ltr', maxLength: 18 } as const;
  const [seats, minutes] = [prices.some((one) => one.seatAmount !== null), prices.some((one) => one.minuteAmount !== null)];
  return (
    <Panel title={<bdi>{plan.name}</bdi>} aside={<KindTag kind={plan.kind} />} id={`floors-${planId}`} flush="flush">
      <form onSubmit={form.submit} noValidate>
        {form.failure !== null && <Banner hue="red">{form.failure}</Banner>}
        <div className={s.scroll}>
          <table className={`${s.lines} ${s.stacked}`}>
            <thead>
              <tr>
                <th scope="col">{say('prices.price')}</th>
                <th scope="col">{say('prices.list')}</th>
                <th scope="col">{say('prices.floor')}</th>
                {seats && <th scope="col">{say('prices.seatFloor')}</th>}
                {minutes && <th scope="col">{say('prices.minuteFloor')}</th>}
                <th scope="col">{say('prices.asked')}</th>
              </tr>
            </thead>
            <tbody>
              {prices.map((one, at) => (
                <tr key={`${one.currency} ${one.period}`}>
                  <th scope="row">{say(`prices.periods.${one.period}`, { currency: one.currency })}</th>
                  <td data-label={say('prices.list')}>
                    <bdi>{amountText(one.amount, one.currency)}</bdi>
                  </td>
                  <td data-label={say('prices.floor')}>
                    <TextInput {...field} {...form.input(`floor${at}`)} aria-label={say('prices.floor')} />
                  </td>
                  {seats && (
                    <td data-label={say('prices.seatFloor')}>
                      {one.seatAmount === null ? (
                        '–'
                      ) : (
                        <TextInput {...field} {...form.input(`seat${at}`)} aria-label={say('prices.seatFloor')} />
                      )}
                    </td>
                  )}
                  {minutes && (
                    <td data-label={say('prices.minuteFloor')}>
                      {one.minuteAmount === null ? (
                        '–'
                      ) : (
                        <TextInput {...field} {...form.input(`minutes${at}`)} aria-label={say('prices.minuteFloor')} />
                      )}
                    </td>
                  )}
                  <td data-label={say('prices.asked')}>
                    {one.asked === null ? '–' : <bdi>{amountText(one.asked, one.currency)}</bdi>}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
        <div className={s.foot}>
          <p className="grow small quiet">{say('prices.floorHint')}</p>
          <Button variant="filled" type="submit" loading={form.saving} disabled={form.changes.length === 0}>
            {say('prices.saveFloors')}
          </Button>
        </div>
      </form>
    </Panel>
  );
}
