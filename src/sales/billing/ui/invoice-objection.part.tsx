import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { useApi } from '#kit/ui/query/api.tsx';
import { useAuth } from '#kit/ui/auth/auth.tsx';
import { useFailureText } from '#kit/ui/form/failure-text.ts';
import { Banner } from '#kit/ui/feedback.tsx';
import { loadable } from '#kit/ui/query/loadable.tsx';
import { useTimeText } from '#kit/ui/time.tsx';
import type { InvoiceView } from '../invoices.contract.ts';
import { invoiceText } from './blocks/invoice-text.hook.ts';
import type { Side } from './invoice-data.hook.ts';
import { type ObjectionCalls, objectionQuery, objectionsApi } from './invoice-objection.hook.ts';
import s from './invoice.module.css';

const WordsDialog = loadable(async () => (await import('./invoice-objection-dialog.part.tsx')).WordsDialog);

/** What the customer does not agree with, and what follows from it, for either side. */
export function Objection({ invoice, side, calls }: { invoice: InvoiceView; side: Side; calls?: ObjectionCalls }) {
  const say = invoiceText();
  const { can } = useAuth();
  const { objections } = useApi(objectionsApi);
  const queries = useQueryClient();
  const failureText = useFailureText(say);
  const when = useTimeText();
  const [state, setState] = useState({ asking: 'no', failure: '' });
  const own = objectionQuery(useApi(objectionsApi), { id: invoice.id, side });
  const { data } = useQuery(calls?.query ?? own);
  if (data === undefined) return null;
  const open = data.last?.state === 'open' ? data.last : null;
  const mine = side === 'buyer' && can('subscriptions.purchase');
  const withdraw = async () => {
    const failure = await (async () => {
      await objections.withdraw({ params: { id: invoice.id } });
      await queries.invalidateQueries({ queryKey: ['user'] });
      return '';
    })().catch(failureText);
    setState({ asking: 'no', failure });
  };
  const ask = () => setState({ asking: 'yes', failure: '' });
  return (
    <>
      {state.failure !== '' && <Banner hue="red">{state.failure}</Banner>}
      {open !== null && (
        <Banner
          hue="amber"
          action={
            side === 'seller' ? (
              <Button size="xs" className={s.answer} onClick={ask}>
                {say('invoices.objection.answer')}
              </Button>
            ) : (
              mine && (
                <Button size="xs" className={s.answer} onClick={() => void withdraw()}>
                  {say('invoices.objection.withdraw')}
                </Button>
              )
            )
          }
        >
          {say(side === 'seller' ? 'invoices.objection.theirs' : 'invoices.objection.waiting')}{' '}
          <bdi className={s.saidBy}>{open.reason}</bdi>
          {open.holdsUntil !== null && <> {say('invoices.objection.holds', { on: when(open.holdsUntil, 'day') })}</>}
        </Banner>
      )}
      {data.last?.state === 'answered' && side === 'buyer' && (
        <Banner hue="blue">
          {say('invoices.objection.answered')} <bdi className={s.saidBy}>{data.last.answer}</bdi>
        </Banner>
      )}
      <Suspense>
        {state.asking === 'yes' && (
          <WordsDialog
            {...{ invoice, side, onClose: () => setState({ asking: 'no', failure: '' }) }}
            {...(calls !== undefined && { answer: calls.answer })}
          />
        )}
      </Suspense>
    </>
  );
}

/** Lets the customer say that it does not agree, while it still can. */
export function RaiseObjection({ invoice }: { invoice: InvoiceView }) {
  const say = invoiceText();
  const { can } = useAuth();
  const { data } = useQuery(objectionQuery(useApi(objectionsApi), { id: invoice.id, side: 'buyer' }));
  const [asking, setAsking] = useState('no');
  const may = invoice.kind === 'invoice' && invoice.number !== null && can('subscriptions.purchase');
  if (!may || data?.mayRaise !== true) return null;
  return (
    <>
      <Button variant="subtle" onClick={() => setAsking('yes')}>
        {say('invoices.objection.raise')}
      </Button>
      <Suspense>{asking === 'yes' && <WordsDialog invoice={invoice} side="buyer" onClose={() => setAsking('no')} />}</Suspense>
    </>
  );
}
