import { Button, NativeSelect } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ReactNode, Suspense, useId, useState } from 'react';
import { DateTimeField } from '#kit/ui/date-field/date-field.tsx';
import { useApi } from '#kit/ui/query/api.tsx';
import { useAuth } from '#kit/ui/auth/auth.tsx';
import { Panel } from '#kit/ui/bits.tsx';
import { useFailureText } from '#kit/ui/form/failure-text.ts';
import { Banner } from '#kit/ui/feedback.tsx';
import { RadioList } from '#kit/ui/form/form-parts.tsx';
import { loadable } from '#kit/ui/query/loadable.tsx';
import { localOf, msOf } from '#kit/ui/local-moment.ts';
import { useReader } from '#kit/ui/text/reader.tsx';
import type { Offer } from '#sales/plans/plans.contract.ts';
import { AddedLimits } from './added-limits.part.tsx';
import { billingApi, waysQuery } from './blocks/billing-queries.hook.ts';
import { billingText } from './blocks/billing-text.hook.ts';
import { useMoney } from './blocks/money.hook.ts';
import { passesApi, passPreviewQuery, passPrice } from './passes-data.hook.ts';
import { PriceSide } from './price.part.tsx';
import type { Bought, ProfilePlace, Till } from './profile-form.part.tsx';
import { useChoice } from './purchase-data.hook.ts';
import s from './extras.module.css';
import grid from './purchase.module.css';

const Checkout = loadable(async () => (await import('./profile-form.part.tsx')).Checkout);

type Props = {
  passes: readonly Offer[];
  currency: string;
  currencies: readonly string[];
  /** Why the reader cannot buy here; null when they can. */
  hindrance: ReactNode;
  onBought: (bought: Bought) => void;
  onSignUp: () => void;
};

function Passes({ passes, currency }: Pick<Props, 'passes' | 'currency'>) {
  const say = billingText();
  const money = useMoney();
  const group = useId();
  const { choice, choose } = useChoice();
  return (
    <fieldset className={s.passes}>
      <legend className="hidden">{say('passes.title')}</legend>
      {passes.map((offer) => (
        <label key={offer.id} className={s.pass} data-on={offer.code === choice.pass || undefined}>
          <input type="radio" name={group} checked={offer.code === choice.pass} onChange={() => choose({ pass: offer.code })} />
          <span>
            <bdi className="strong">{offer.name}</bdi>
            {offer.summary !== '' && (
              <span className={`small quiet ${s.line}`}>
                <bdi>{offer.summary}</bdi>
              </span>
            )}
            <AddedLimits offer={offer} />
          </span>
          <span>
            <bdi className="strong">{money(passPrice(offer, currency), currency)}</bdi>
            <span className={`small quiet ${s.line}`}>{say('passes.hours', { hours: offer.hours ?? 0 })}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}

type Begins = { when: 'now' | 'later'; at: string };
function Begin({ begins, onBegins }: { begins: Begins; onBegins: (begins: Begins) => void }) {
  const say = billingText();
  const { zone, now } = useReader();
  return (
    <Panel id="begins" title={say('passes.begins')}>
      <RadioList
        label={say('passes.begins')}
        value={begins.when}
        onChange={(when) => onBegins({ ...begins, when })}
        options={[
          { value: 'now', title: say('passes.atOnce') },
          { value: 'later', title: say('passes.later') },
        ]}
      />
      {begins.when === 'later' && (
        <div className={s.begins}>
          <DateTimeField
            size="md"
            label={say('passes.at')}
            description={`\u2066${zone.replaceAll('_', ' ')}\u2069`}
            min={localOf(now, zone)}
            value={begins.at}
            onChange={(at) => onBegins({ ...begins, at })}
          />
        </div>
      )}
    </Panel>
  );
}

/** What is chosen as it is asked for; null as long as something is missing. */
function useWish(offer: Offer | undefined, { currency, begins }: { currency: string; begins: Begins }) {
  const { choice } = useChoice();
  const { zone } = useReader();
  const startsAt = begins.when === 'now' ? null : msOf(begins.at, zone);
  if (offer === undefined || (begins.when === 'later' && startsAt === null)) return null;
  return { planId: offer.id, currency, startsAt, ...(choice.code === null ? {} : { code: choice.code }) };
}

/** Event passes: which one, from when on, what it costs, and buying it. */
export function PassBuying({ passes, currency, currencies, hindrance, onBought, onSignUp }: Props) {
  const say = billingText();
  const { user } = useAuth();
  const { choice, choose } = useChoice();
  const api = useApi(passesApi);
  const failureText = useFailureText(say);
  const ways = useQuery(waysQuery(useApi(billingApi))).data;
  const { zone, now } = useReader();
  const [begins, setBegins] = useState<Begins>(() => ({ when: 'now', at: localOf(now + 86_400_000, zone) }));
  const [place, setPlace] = useState<ProfilePlace | null>(null);
  const offer = passes.find((one) => one.code === choice.pass);
  const wish = useWish(offer, { currency, begins });
  const shown = useQuery({
    ...passPreviewQuery(api, { wish, place }),
    enabled: wish !== null,
    placeholderData: keepPreviousData,
  });
  const price = wish === null ? undefined : shown.data;
  const buys = user !== null && hindrance === null;
  const till = (asked: NonNullable<typeof wish>): Till => ({
    of: 'pass',
    quote: () => api.passes.quote({ body: asked }),
    buy: (of) => api.passes.buy({ body: { ...of, terms: true } }),
  });
  const nothing = () => undefined;
  return (
    <div className={grid.grid}>
      <div className={grid.stack}>
        {hindrance}
        <p className={`quiet ${s.lead}`}>{say('passes.lead')}</p>
        {currencies.length > 1 && (
          <div className={grid.rhythm}>
            <NativeSelect
              aria-label={say('purchase.currency')}
              data={[...currencies]}
              value={currency}
              onChange={(event) => choose({ currency: event.currentTarget.value })}
            />
          </div>
        )}
        <Passes passes={passes} currency={currency} />
        {offer === undefined ? <p className="quiet">{say('passes.pick')}</p> : <Begin begins={begins} onBegins={setBegins} />}
        {wish !== null && shown.error !== null && <Banner hue="red">{failureText(shown.error)}</Banner>}
      </div>
      {wish !== null && price !== undefined && ways !== undefined && buys && (
        <Suspense>
          <Checkout {...ways} till={till(wish)} price={price} onPlace={setPlace} onBought={onBought} onDropCoupon={nothing} />
        </Suspense>
      )}
      {price !== undefined && !buys && (
        <PriceSide price={price} onDropCoupon={nothing}>
          {user === null && (
            <Button variant="filled" size="md" onClick={onSignUp}>
              {say('purchase.signUp')}
            </Button>
          )}
        </PriceSide>
      )}
    </div>
  );
}
