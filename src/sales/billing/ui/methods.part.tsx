import { Button } from '@mantine/core';
import { IconBuildingBank, IconCash, IconCreditCard, IconPlus, IconWallet } from '@tabler/icons-react';
import { useState } from 'react';
import { useApi } from '#kit/ui/query/api.tsx';
import { useAsk } from '#kit/ui/overlay/ask.tsx';
import { Panel } from '#kit/ui/bits.tsx';
import { useFailureText } from '#kit/ui/form/failure-text.ts';
import { Banner } from '#kit/ui/feedback.tsx';
import { MenuItem, MenuLabel } from '#kit/ui/overlay/menu-parts.tsx';
import { RowMenu } from '#kit/ui/table/row-menu.tsx';
import { intlTag } from '#kit/ui/text/locale.ts';
import { useReader } from '#kit/ui/text/reader.tsx';
import type { MethodView, SubscriptionPage } from '../billing.contract.ts';
import { brandName, cardLook, whyKept } from '../methods.rules.ts';
import { billingApi, useBillingRefresh } from './blocks/billing-queries.hook.ts';
import { billingText } from './blocks/billing-text.hook.ts';
import { leftToRight, useMoney } from './blocks/money.hook.ts';
import { useChecked } from './card-check.hook.ts';
import { Arrived } from './methods-arrived.part.tsx';
import { planApi, useChangeAddress } from './subscription-data.hook.ts';
import s from './subscription.module.css';

const nameOf = ({ brand, last4 }: MethodView): string => leftToRight(`${brandName(brand)} ·· ${last4}`);

/** Does something to the way one pays, and says what went wrong. */
function useActs() {
  const failureText = useFailureText(billingText());
  const refresh = useBillingRefresh();
  const [state, setState] = useState({ busy: '', failure: '' });
  const run = async (name: string, act: () => Promise<unknown>) => {
    setState({ busy: name, failure: '' });
    try {
      await act();
      await refresh();
      setState({ busy: '', failure: '' });
    } catch (error) {
      setState({ busy: '', failure: failureText(error) });
    }
  };
  return { ...state, run };
}
type Acts = ReturnType<typeof useActs>;

/** Until when a card counts, and since when it does not. */
function Ends({ of, next }: { of: MethodView; next: number | null }) {
  const say = billingText();
  const { locale, now } = useReader();
  if (of.expires === null) return null;
  const shape = new Intl.DateTimeFormat(intlTag(locale), { month: '2-digit', year: 'numeric', timeZone: 'UTC' });
  const month = leftToRight(shape.format(new Date(`${of.expires}-01T00:00:00Z`)));
  const look = cardLook(of.expires, { now, next });
  if (look === 'fine') return <span className="small quiet">{say('plan.cardUntil', { month })}</span>;
  return (
    <span className={s.level} data-hue={look === 'ended' ? 'red' : 'amber'}>
      <span>{say(look === 'ended' ? 'plan.cardEnded' : 'plan.cardEnds', { month })}</span>
    </span>
  );
}

function Card({ of, page, acts }: { of: MethodView; page: SubscriptionPage; acts: Acts }) {
  const say = billingText();
  const ask = useAsk();
  const { methods } = useApi(planApi);
  const { billing } = useApi(billingApi);
  const { subscription } = page;
  const byCard = subscription === null || subscription.payBy !== 'transfer';
  const card = nameOf(of);
  const kept = whyKept(of, { cards: page.methods, pays: subscription?.payBy === 'card' && subscription.endedAt === null });
  const forget = async () => {
    const sure = await ask({
      title: say('plan.forgetTitle', { card }),
      lead: say('plan.forgetLead'),
      verb: say('plan.forgetDo'),
      safe: say('plan.forgetKeep'),
    });
    if (sure) await acts.run('forget', () => billing.forgetMethod({ params: { id: of.id } }));
  };
  return (
    <li>
      <IconCreditCard size={18} stroke={1.75} />
      <span className={s.words}>
        <bdi className="strong">{card}</bdi>
        <Ends of={of} next={subscription?.next?.at ?? null} />
      </span>
      {of.first && byCard && <span className="quiet">{say('plan.first')}</span>}
      {page.rights.purchase && (
        <>
          {!(of.first && byCard) && (
            <Button
              variant="subtle"
              loading={acts.busy === of.id}
              onClick={() => void acts.run(of.id, () => methods.first({ params: { id: of.id } }))}
            >
              {say('plan.useFirst')}
            </Button>
          )}
          <RowMenu label={say('plan.cardMore', { card })}>
            {() => (
              <>
                {kept !== null && <MenuLabel>{say(`plan.kept.${kept}`)}</MenuLabel>}
                <MenuItem color="red" disabled={kept !== null} onClick={() => void forget()}>
                  {say('plan.forget')}
                </MenuItem>
              </>
            )}
          </RowMenu>
        </>
      )}
    </li>
  );
}

function Transfer({ page, acts }: { page: SubscriptionPage; acts: Acts }) {
  const say = billingText();
  const { methods } = useApi(planApi);
  const { subscription } = page;
  if (subscription === null || !page.ways.includes('transfer')) return null;
  const used = subscription.payBy === 'transfer' && subscription.manualId === null;
  return (
    <li>
      <IconBuildingBank size={18} stroke={1.75} />
      <span className={s.words}>
        <span className="strong">{say('plan.transfer')}</span>
        <span className="small quiet">{say('plan.transferHint')}</span>
      </span>
      {used && <span className="quiet">{say('plan.first')}</span>}
      {!used && subscription.acts.includes('pay_by') && (
        <Button
          variant="subtle"
          loading={acts.busy === 'transfer'}
          onClick={() => void acts.run('transfer', () => methods.byTransfer())}
        >
          {say('plan.useFirst')}
        </Button>
      )}
    </li>
  );
}

/** What the plan was paid by and nobody can choose any more. */
function Gone({ name, page }: { name: string; page: SubscriptionPage }) {
  const say = billingText();
  return (
    <li>
      <IconCash size={18} stroke={1.75} />
      <span className={s.words}>
        <bdi className="strong">{name}</bdi>
        <span className={s.level} data-hue="amber">
          <span>{say(page.ways.includes('transfer') ? 'plan.wayGone' : 'plan.wayGoneChoose')}</span>
        </span>
      </span>
    </li>
  );
}

/** One of the seller's own ways to pay. */
function Manual({ of, page, acts }: { of: SubscriptionPage['manual'][number]; page: SubscriptionPage; acts: Acts }) {
  const say = billingText();
  const { methods } = useApi(planApi);
  const { subscription } = page;
  const used = subscription?.manualId === of.id;
  return (
    <li>
      <IconCash size={18} stroke={1.75} />
      <span className={s.words}>
        <bdi className="strong">{of.name}</bdi>
        {of.instructions !== '' && (
          <span className="small quiet" dir="auto">
            {of.instructions}
          </span>
        )}
      </span>
      {used && <span className="quiet">{say('plan.first')}</span>}
      {!used && subscription?.acts.includes('pay_by') === true && (
        <Button
          variant="subtle"
          loading={acts.busy === of.id}
          onClick={() => void acts.run(of.id, () => methods.byManual({ params: { id: of.id } }))}
        >
          {say('plan.useFirst')}
        </Button>
      )}
    </li>
  );
}

/** With what the account pays: cards, transfers, and what stands to its credit. */
export function Methods({ page }: { page: SubscriptionPage }) {
  const say = billingText();
  const money = useMoney();
  const acts = useActs();
  const { methods } = useApi(planApi);
  const checked = useChecked();
  const { card, put } = useChangeAddress();
  const mayAdd = page.rights.purchase && page.ways.includes('card');
  const add = () =>
    acts.run('add', async () => {
      const { url } = await checked((answered) => methods.add({ body: answered }));
      window.location.assign(url);
    });
  if (!mayAdd && page.methods.length === 0 && page.balances.length === 0 && page.subscription === null) return null;
  return (
    <Panel
      id="methods"
      flush="flush"
      title={say('plan.methods')}
      aside={
        mayAdd && (
          <Button
            variant="subtle"
            leftSection={<IconPlus size={16} stroke={2} />}
            loading={acts.busy === 'add'}
            onClick={() => void add()}
          >
            {say('plan.addCard')}
          </Button>
        )
      }
    >
      {card !== null && page.rights.purchase && <Arrived id={card} onSeen={() => put('card', null)} />}
      {acts.failure !== '' && <Banner hue="red">{acts.failure}</Banner>}
      <ul className={s.rows}>
        {page.methods.map((method) => (
          <Card key={method.id} of={method} page={page} acts={acts} />
        ))}
        <Transfer page={page} acts={acts} />
        {page.subscription?.manualGone != null && <Gone name={page.subscription.manualGone} page={page} />}
        {page.subscription !== null && page.manual.map((one) => <Manual key={one.id} of={one} page={page} acts={acts} />)}
        {page.balances.map(({ currency, amount }) => (
          <li key={currency}>
            <IconWallet size={18} stroke={1.75} />
            <span className={s.words}>{say('plan.balance')}</span>
            <span className="num">{money(amount, currency)}</span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
