import { Button } from '@mantine/core';
import { IconBuildingBank, IconCreditCard } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Failure } from '#kit/errors.ts';
import { useApi } from '#kit/ui/query/api.tsx';
import { Panel } from '#kit/ui/bits.tsx';
import { EmptyState } from '#kit/ui/empty.tsx';
import { useFailureText } from '#kit/ui/form/failure-text.ts';
import { Banner } from '#kit/ui/feedback.tsx';
import { LinkButton } from '#kit/ui/link.tsx';
import { useDayText } from '#kit/ui/time.tsx';
import type { NextStep } from '../invoices.contract.ts';
import { type Payable, payLinkCalls } from '../pay-link.contract.ts';
import { everyBillingText } from './blocks/every-billing-text.hook.ts';
import { leftToRight, useMoney } from './blocks/money.hook.ts';
import { useChecked } from './card-check.hook.ts';
import { TransferFacts } from './invoice-pay.part.tsx';
import s from './purchase.module.css';

const linkApi = { payLink: payLinkCalls };
type Transfer = Extract<NextStep, { kind: 'instructions' }>['transfer'];

/** Goes on to the card page, or shows how to transfer. */
function usePaying(token: string) {
  const { payLink } = useApi(linkApi);
  const checked = useChecked();
  const failureText = useFailureText(everyBillingText());
  const [busy, setBusy] = useState<string | null>(null);
  const [failure, setFailure] = useState('');
  const [transfer, setTransfer] = useState<Transfer | null>(null);
  const pay = async (by: 'card' | 'transfer', after: () => Promise<unknown>, manual?: string) => {
    setBusy(manual ?? by);
    setFailure('');
    try {
      const next = await checked((answered) =>
        payLink.pay({ body: { token, by, ...(manual !== undefined && { manual }), ...answered } }),
      );
      // it stays busy: the page is being left
      if (next.kind === 'redirect') return window.location.assign(next.url);
      if (next.kind === 'instructions') setTransfer(next.transfer);
      else await after();
    } catch (error) {
      setFailure(failureText(error));
    }
    setBusy(null);
  };
  return { busy, failure, transfer, pay };
}

type Due = { token: string; data: Payable; refresh: () => Promise<unknown> };
function DuePanel({ token, data, refresh }: Due) {
  const say = everyBillingText();
  const money = useMoney();
  const dayText = useDayText();
  const { busy, failure, transfer, pay } = usePaying(token);
  const { number, seller, remaining, currency, dueDate, ways, state } = data;
  const [byCard, byTransfer] = [ways.includes('card'), ways.includes('transfer')];
  return (
    <div className={s.payLink}>
      <Panel id="pay-link" title={say('payLink.lead', { number: leftToRight(number), seller })}>
        <div className={s.stack}>
          <div>
            <p className={s.linkSum}>{money(remaining, currency)}</p>
            {dueDate !== null && <p className="small soft">{say('payLink.due', { date: dayText(dueDate) })}</p>}
          </div>
          {failure !== '' && <Banner hue="red">{failure}</Banner>}
          {(byCard || transfer === null) && (
            <div className={s.linkActs}>
              {byCard && (
                <Button
                  variant="filled"
                  leftSection={<IconCreditCard size={16} stroke={1.75} />}
                  loading={busy === 'card'}
                  onClick={() => void pay('card', refresh)}
                >
                  {say(state === 'confirm' ? 'payLink.confirm' : 'payLink.card')}
                </Button>
              )}
              {byTransfer && transfer === null && (
                <Button
                  variant={byCard ? 'default' : 'filled'}
                  leftSection={<IconBuildingBank size={16} stroke={1.75} />}
                  loading={busy === 'transfer'}
                  onClick={() => void pay('transfer', refresh)}
                >
                  {say('invoices.byTransfer')}
                </Button>
              )}
              {transfer === null &&
                data.manual.map(({ id, name }) => (
                  <Button key={id} loading={busy === id} onClick={() => void pay('transfer', refresh, id)}>
                    <bdi>{name}</bdi>
                  </Button>
                ))}
            </div>
          )}
          {transfer !== null && <TransferFacts invoice={{ remaining, currency }} transfer={transfer} />}
          <p className="tiny quiet">{say('payLink.only')}</p>
        </div>
      </Panel>
    </div>
  );
}

/** One invoice, paid by the holder of its link: its number, what is due, and how to pay it. */
export function PayLink({ token }: { token: string }) {
  const say = everyBillingText();
  const failureText = useFailureText(say);
  const { payLink } = useApi(linkApi);
  const { data, error, refetch } = useQuery({
    queryKey: ['root', 'payLink.look', token],
    queryFn: () => payLink.look({ body: { token } }),
    retry: false,
    refetchInterval: ({ state }) => (state.data?.state === 'waiting' ? 3_000 : false),
  });
  const signIn = <LinkButton to="/invoices">{say('payLink.signIn')}</LinkButton>;
  const over = error instanceof Failure && (error.code === 'not_found' || error.code === 'invalid_input');
  if (data === undefined && error !== null)
    return over ? (
      <EmptyState title={say('payLink.over.title')} text={say('payLink.over.text')}>
        {signIn}
      </EmptyState>
    ) : (
      <Banner hue="red">{failureText(error)}</Banner>
    );
  if (data === undefined) return null;
  const values = { number: leftToRight(data.number) };
  if (data.state === 'waiting') return <EmptyState title={say('outcome.waiting.title')} text={say('outcome.waiting.text')} />;
  if (data.state === 'paid' || data.state === 'closed')
    return <EmptyState title={say(`payLink.${data.state}.title`, values)} text={say(`payLink.${data.state}.text`, values)} />;
  return <DuePanel token={token} data={data} refresh={refetch} />;
}
