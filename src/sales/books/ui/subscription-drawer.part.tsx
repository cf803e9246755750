import { ActionIcon, Button } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useId, useState } from 'react';
import { useApi } from '#kit/ui/query/api.tsx';
import { useSteadyAnswer } from '#kit/ui/query/query.ts';
import { useAuth } from '#kit/ui/auth/auth.tsx';
import { DotLine } from '#kit/ui/dot-line.tsx';
import { useModal } from '#kit/ui/overlay/dialog.tsx';
import { useFailureText } from '#kit/ui/form/failure-text.ts';
import { Banner, Bone } from '#kit/ui/feedback.tsx';
import { Link } from '#kit/ui/link.tsx';
import { loadable } from '#kit/ui/query/loadable.tsx';
import { Status } from '#kit/ui/status.tsx';
import { Time, useTimeText } from '#kit/ui/time.tsx';
import type { SubscriptionDetail } from '#sales/billing/all-subscriptions.contract.ts';
import { everyBillingText } from '#sales/billing/ui/blocks/every-billing-text.hook.ts';
import { useMoney } from '#sales/billing/ui/blocks/money.hook.ts';
import { passLooks } from '#sales/billing/ui/blocks/pass-looks.hook.ts';
import { type Act, actsOf } from './acts.hook.ts';
import { booksApi, forecastQuery, subscriptionQuery } from './books-data.hook.ts';
import { booksText, useMoneySay } from './books-text.hook.ts';
import { Past, WhatFollows } from './subscription-past.part.tsx';
import { SubscriptionState } from './subscription-state.part.tsx';
import s from './books.module.css';

const ActDialog = loadable(async () => (await import('./act-dialog.part.tsx')).ActDialog);

type DetailProps = { of: SubscriptionDetail };
const foreseen = ['scheduled', 'trialing', 'active', 'past_due'];

/** What the engine would charge in thirteen months, as a sum of each day. */
function Ahead({ of }: DetailProps) {
  const say = booksText();
  const ofBilling = everyBillingText();
  const money = useMoney();
  const when = useTimeText();
  const failureText = useFailureText(useMoneySay());
  const query = useQuery(forecastQuery(useApi(booksApi), of.id));
  const heading = useId();
  const charges = query.data?.charges ?? [];
  const sum = charges.reduce((all, one) => all + one.toPay, 0);
  const [next] = charges;
  return (
    <section aria-labelledby={heading}>
      <dl className={s.facts}>
        <div>
          <dt>{say('detail.next')}</dt>
          <dd>
            {query.data === undefined ? (
              '–'
            ) : next === undefined ? (
              say('detail.nothing')
            ) : (
              <DotLine>
                {money(next.toPay, of.currency)}
                <Time at={next.at} look="day" />
              </DotLine>
            )}
          </dd>
        </div>
      </dl>
      <h3 id={heading} className={s.part}>
        {ofBilling('forecast.title')}
      </h3>
      {query.isError && <Banner hue="red">{failureText(query.error)}</Banner>}
      {query.isPending && <Bone w="100%" h={120} />}
      {query.data !== undefined && charges.length === 0 && <p className="small quiet">{ofBilling('forecast.none')}</p>}
      {charges.length > 0 && (
        <table className={s.charges} aria-labelledby={heading}>
          <thead>
            <tr>
              <th scope="col">{ofBilling('forecast.on')}</th>
              <th scope="col">{ofBilling('invoices.amount')}</th>
            </tr>
          </thead>
          <tbody>
            {charges.map((one) => (
              <tr key={`${one.at} ${one.cause}`}>
                <th scope="row">{when(one.at, 'day')}</th>
                <td>
                  <bdi>{money(one.toPay, of.currency)}</bdi>
                </td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">{ofBilling('forecast.together')}</th>
              <td>
                <bdi>{money(sum, of.currency)}</bdi>
              </td>
            </tr>
          </tfoot>
        </table>
      )}
    </section>
  );
}

function Facts({ of }: DetailProps) {
  const say = booksText();
  const ofBilling = everyBillingText();
  const { can } = useAuth();
  const money = useMoney();
  const rows = [
    { word: say('list.plan'), value: <bdi>{of.planName}</bdi> },
    ...of.addons.map(({ name, quantity }, at) => ({
      word: at === 0 ? say('detail.addons') : '',
      value: <bdi>{quantity === 1 ? name : ofBilling('addons.count', { name, count: quantity })}</bdi>,
    })),
    { word: say('list.monthly'), value: <bdi>{money(of.monthly, of.currency)}</bdi> },
    { word: say('detail.pay'), value: say(`detail.pays.${of.payBy}`) },
    ...(of.endedAt !== null || of.periodEnd === null
      ? []
      : [{ word: say('list.ends'), value: <Time at={of.periodEnd} look="day" /> }]),
    ...(of.startsAt === null ? [] : [{ word: say('detail.starts'), value: <Time at={of.startsAt} look="day" /> }]),
    ...(of.freeUntil === null ? [] : [{ word: say('detail.freeUntil'), value: <Time at={of.freeUntil} look="day" /> }]),
    ...(of.state !== 'trialing' || of.trialEnd === null
      ? []
      : [{ word: say('detail.trialEnd'), value: <Time at={of.trialEnd} look="day" /> }]),
    { word: say('detail.balance'), value: <bdi>{money(of.balance, of.currency)}</bdi> },
  ];
  return (
    <div>
      <dl className={s.facts}>
        {rows.map(({ word, value }) => (
          <div key={word}>
            <dt>{word}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {can('users.manage') && (
        <Link className="link small" to={`/users/edit-user/${of.accountId}`}>
          {say('detail.account')}
        </Link>
      )}
    </div>
  );
}

/** Event passes of the account, beside its plan. */
function Passes({ of }: DetailProps) {
  const say = booksText();
  const ofBilling = everyBillingText();
  const when = useTimeText();
  const heading = useId();
  if (of.passes.length === 0) return null;
  return (
    <section aria-labelledby={heading}>
      <h3 id={heading} className={s.part}>
        {say('detail.passes')}
      </h3>
      <ol className={s.past}>
        {of.passes.map(({ id, name, state, startsAt, endsAt, invoiceId }) => (
          <li key={id}>
            <span>
              <bdi className="small strong">{name}</bdi>
              <br />
              <span className="tiny quiet">
                {endsAt === null
                  ? ofBilling('passes.from', { from: when(startsAt, 'full') })
                  : ofBilling('passes.window', { from: when(startsAt, 'full'), to: when(endsAt, 'full') })}
              </span>
            </span>
            <span className="tiny">
              <Status of={passLooks[state]} look="plain" />
              {invoiceId !== null && (
                <>
                  <br />
                  <Link className="link" to={`/all-invoices/${invoiceId}`}>
                    {ofBilling('passes.invoice')}
                  </Link>
                </>
              )}
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}

type Props = { id: string; onOpen: (id: string) => void; onClose: () => void };
/** One subscription beside the list: how it stands, what comes, what happened, and what one can do. */
export function SubscriptionDrawer({ id, onOpen, onClose }: Props) {
  const say = booksText();
  const failureText = useFailureText(useMoneySay());
  const query = useQuery(subscriptionQuery(useApi(booksApi), id));
  const [act, setAct] = useState<Act | null>(null);
  const dialog = useModal();
  const title = useId();
  const of = useSteadyAnswer(query);
  const did = (next: string) => {
    setAct(null);
    if (next !== id) onOpen(next);
  };
  return (
    <>
      <dialog ref={dialog} className={s.drawer} aria-labelledby={title} onCancel={onClose}>
        <div className={s.inside}>
          <header className={s.head}>
            <h2 id={title} className={`grow ${s.title}`}>
              <bdi>{of?.accountName ?? say('list.label')}</bdi>
              {of !== undefined && <SubscriptionState of={of} look="pill" />}
            </h2>
            <ActionIcon size={44} variant="subtle" aria-label={say('detail.close')} onClick={onClose}>
              <IconX size={18} stroke={1.75} />
            </ActionIcon>
          </header>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys */}
          <section className={s.body} tabIndex={0} aria-labelledby={title}>
            {query.isError && of === undefined && <Banner hue="red">{failureText(query.error)}</Banner>}
            {of === undefined && !query.isError && <Bone w="100%" h={240} />}
            {of !== undefined && (
              <>
                <Facts of={of} />
                <Passes of={of} />
                {foreseen.includes(of.state) && of.payBy !== 'none' && <Ahead of={of} />}
                <WhatFollows of={of} />
                <Past of={of} />
              </>
            )}
          </section>
          {of !== undefined && actsOf(of).length > 0 && (
            <footer className={s.foot}>
              {actsOf(of).map((one) => (
                <Button key={one} {...(one === 'cancel' && { 'data-danger': true })} onClick={() => setAct(one)}>
                  {say(`act.${one}.open`)}
                </Button>
              ))}
            </footer>
          )}
        </div>
      </dialog>
      <Suspense>
        {act !== null && of !== undefined && <ActDialog of={of} act={act} onDone={did} onClose={() => setAct(null)} />}
      </Suspense>
    </>
  );
}
