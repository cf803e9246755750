import { Button, NativeSelect } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useId, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { Failure } from '#kit/errors.ts';
import { useApi } from '#kit/ui/query/api.tsx';
import { useFailureText } from '#kit/ui/form/failure-text.ts';
import { Banner, Bone } from '#kit/ui/feedback.tsx';
import { useTimeText } from '#kit/ui/time.tsx';
import { useToast } from '#kit/ui/overlay/toast.tsx';
import { useTaxWords } from '#sales/tax/ui/blocks/tax-words.hook.ts';
import type { Offer } from '#sales/plans/plans.contract.ts';
import type { SubscriptionPage, SubscriptionView } from '../billing.contract.ts';
import type { ChangeQuote, ChangeWish } from '../subscriptions.contract.ts';
import { useBillingRefresh } from './blocks/billing-queries.hook.ts';
import { billingText } from './blocks/billing-text.hook.ts';
import { invoiceText } from './blocks/invoice-text.hook.ts';
import { useMoney } from './blocks/money.hook.ts';
import { useChecked } from './card-check.hook.ts';
import { ChangePlans } from './change-plans.part.tsx';
import { QuoteOf } from './change-quote.part.tsx';
import { usePaidBy, wayAsked } from './paid-by.hook.ts';
import { changeQuery, isSame, planApi } from './subscription-data.hook.ts';
import s from './change.module.css';

type Props = {
  page: SubscriptionPage;
  of: SubscriptionView;
  offers: readonly Offer[];
  wish: ChangeWish;
  onWish: (wish: ChangeWish) => void;
  onClose: () => void;
};

const nameOf = ({ planId, period, seats, addons }: ChangeWish): string =>
  `${planId} ${period} ${seats} ${JSON.stringify(addons)}`;
/** Makes the change that was shown; where money is due it leads to where it is paid. */
function useChanging({ wish, onClose }: Pick<Props, 'wish' | 'onClose'>) {
  const say = billingText();
  const { subscriptions } = useApi(planApi);
  const queries = useQueryClient();
  const refresh = useBillingRefresh();
  const navigate = useNavigate();
  const toast = useToast();
  const when = useTimeText();
  const failureText = useFailureText(say);
  const checked = useChecked();
  const of = nameOf(wish);
  const [state, setState] = useState<{ busy: 'no' | 'yes'; failure: string; of: string }>({ busy: 'no', failure: '', of: '' });
  const change = async (quote: ChangeQuote, way: string) => {
    setState({ busy: 'yes', failure: '', of });
    try {
      const { invoiceId, next } = await checked((answered) =>
        subscriptions.change({ body: { quoteId: quote.id, ...wayAsked(way), ...answered } }),
      );
      if (next.kind === 'redirect') return window.location.assign(next.url);
      await refresh();
      if (next.kind === 'instructions') return void navigate(`/purchase-plan?invoice=${invoiceId}`);
      const values = { plan: quote.planName, on: when(quote.at, 'day') };
      toast({ text: say(quote.when === 'end' ? 'change.doneEnd' : 'change.doneNow', values) });
      onClose();
    } catch (error) {
      const isOld = error instanceof Failure && error.code === 'quote_expired';
      if (isOld) await queries.invalidateQueries({ queryKey: ['user', 'billing.change'] });
      setState({ busy: 'no', failure: isOld ? say('change.again') : failureText(error), of });
    }
  };
  // what went wrong with one wish is not said of the next
  return { busy: state.busy === 'yes', failure: state.of === of ? state.failure : '', change };
}

function Foot({ props, quote, changing }: { props: Props; quote: ChangeQuote; changing: ReturnType<typeof useChanging> }) {
  const { of, onClose } = props;
  const say = billingText();
  const money = useMoney();
  const when = useTimeText();
  // the difference is paid as the plan is, unless another way is chosen here
  const { options, usual } = usePaidBy(props);
  const [way, pick] = useState(usual);
  const { busy, failure, change } = changing;
  const paid = quote.toPay > 0;
  const amount = money(quote.toPay, quote.currency);
  const verb = () => {
    if (quote.when === 'end') return say('change.doEnd', { on: when(quote.at, 'day') });
    if (!paid) return say('change.do');
    return say(way === 'card' ? 'change.pay' : 'change.order', { amount });
  };
  return (
    <>
      {failure !== '' && <Banner hue="red">{failure}</Banner>}
      <div className={s.foot}>
        <p className="small quiet">{say(paid ? 'change.holdsPaid' : 'change.holds', { at: when(quote.expiresAt, 'time') })}</p>
        <div>
          {paid && options.length > 1 && (
            <NativeSelect
              className={s.ways}
              aria-label={say('purchase.payBy')}
              value={way}
              onChange={(event) => pick(event.currentTarget.value)}
              data={options.map(({ value, label }) => ({ value, label }))}
            />
          )}
          <Button variant="subtle" onClick={onClose}>
            {say('change.keep', { plan: of.planName })}
          </Button>
          <Button variant="filled" loading={busy} onClick={() => void change(quote, way)}>
            {verb()}
          </Button>
        </div>
      </div>
    </>
  );
}

/** Another plan, rhythm or number of seats: shows the price before it is asked for. */
export function ChangePanel(props: Props) {
  const { of, offers, wish, onWish, onClose } = props;
  const say = billingText();
  // said once the quote is there: a panel that waits for its words then would be gone meanwhile
  invoiceText();
  useTaxWords();
  const title = useId();
  const panel = useRef<HTMLElement>(null);
  const failureText = useFailureText(say);
  const api = useApi(planApi);
  const same = isSame(of, wish);
  const changing = useChanging(props);
  const { data, error, isPlaceholderData } = useQuery({
    ...changeQuery(api, wish),
    enabled: !same,
    placeholderData: keepPreviousData,
  });
  const quote = same || error !== null ? undefined : data;
  useEffect(() => {
    // a field of it that has the focus already keeps it
    if (panel.current?.contains(document.activeElement) === false) panel.current.focus({ preventScroll: false });
  }, []);
  return (
    <section ref={panel} className={s.panel} aria-labelledby={title} tabIndex={-1}>
      <header className={s.head}>
        <h2 id={title}>{say('change.title')}</h2>
        <Button variant="subtle" aria-label={say('change.close')} onClick={onClose}>
          <IconX size={16} stroke={2} />
        </Button>
      </header>
      <div className={s.body}>
        <ChangePlans of={of} offers={offers} wish={wish} onWish={onWish} />
        {same && <p className="quiet">{say('change.pick')}</p>}
        {!same && error !== null && <Banner hue="red">{failureText(error)}</Banner>}
        {!same && error === null && quote === undefined && <Bone w="100%" h={390} />}
        {quote !== undefined && <QuoteOf quote={quote} end={of.periodEnd} />}
      </div>
      {quote !== undefined && !isPlaceholderData && <Foot props={props} quote={quote} changing={changing} />}
    </section>
  );
}
