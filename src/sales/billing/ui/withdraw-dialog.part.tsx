import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useApi } from '#kit/ui/query/api.tsx';
import { Dialog } from '#kit/ui/overlay/dialog.tsx';
import { useFailureText } from '#kit/ui/form/failure-text.ts';
import { Banner, Bone } from '#kit/ui/feedback.tsx';
import { useTimeText } from '#kit/ui/time.tsx';
import { useBillingRefresh } from './blocks/billing-queries.hook.ts';
import { billingText } from './blocks/billing-text.hook.ts';
import { useMoney } from './blocks/money.hook.ts';
import { planApi, withdrawalQuery, type WithdrawnFrom } from './subscription-data.hook.ts';
import s from './subscription.module.css';

type Done = { at: number; currency: string; back: number; toCard: number; due: number };
type Props = { of: WithdrawnFrom; onClose: () => void };

function Receipt({ done, onClose }: { done: Done; onClose: () => void }) {
  const say = billingText();
  const when = useTimeText();
  const money = useMoney();
  const { at, back, toCard, due, currency } = done;
  const values = {
    at: when(at, 'zoned'),
    amount: money(back <= 0 ? due : back, currency),
    card: money(toCard, currency),
  };
  const word =
    back <= 0 && due > 0
      ? 'doneDue'
      : back <= 0
        ? 'doneNothing'
        : toCard === 0
          ? 'done'
          : toCard < back
            ? 'doneBoth'
            : 'doneCard';
  return (
    <Dialog title={say('withdraw.doneTitle')} lead={say(`withdraw.${word}`, values)} onClose={onClose}>
      <div className={s.buttons}>
        <Button size="md" variant="filled" onClick={onClose}>
          {say('withdraw.close')}
        </Button>
      </div>
    </Dialog>
  );
}

/** The second step of a withdrawal: shows what is given back before it is confirmed (Directive (EU) 2023/2673). */
export function WithdrawDialog({ of, onClose }: Props) {
  const say = billingText();
  const money = useMoney();
  const api = useApi(planApi);
  const refresh = useBillingRefresh();
  const failureText = useFailureText(say);
  const [state, setState] = useState<{ busy: 'no' | 'yes'; failure: string; done: Done | null }>({
    busy: 'no',
    failure: '',
    done: null,
  });
  // once it is confirmed there is nothing to ask any more
  const asks = of.may && state.busy === 'no' && state.done === null;
  const { data, error } = useQuery({ ...withdrawalQuery(api, of.passId), retry: false, enabled: asks });
  const withdraw = async (revision: number) => {
    setState({ busy: 'yes', failure: '', done: null });
    try {
      const body = { revision };
      const done =
        of.passId === null
          ? await api.subscriptions.withdraw({ body })
          : await api.passes.withdraw({ params: { id: of.passId }, body });
      setState({ busy: 'no', failure: '', done });
      await refresh();
    } catch (failure) {
      setState({ busy: 'no', failure: failureText(failure), done: null });
    }
  };
  if (state.done !== null) return <Receipt done={state.done} onClose={onClose} />;
  const failure = error === null ? state.failure : failureText(error);
  return (
    <Dialog
      title={say('withdraw.title', { plan: of.name })}
      lead={say(of.passId === null ? 'withdraw.text' : 'passes.withdrawText')}
      width={520}
      onClose={onClose}
    >
      {failure !== '' && <Banner hue="red">{failure}</Banner>}
      {data === undefined && error === null && <Bone w="100%" h={48} />}
      {data !== undefined && (
        <dl className={`${s.sums} ${s.asked}`}>
          <div>
            <dt className="quiet">{say('withdraw.paid')}</dt>
            <dd>
              <bdi>{money(data.paid, data.currency)}</bdi>
            </dd>
          </div>
          <div className={s.total}>
            <dt>{say('withdraw.back')}</dt>
            <dd>
              <bdi>{money(data.back, data.currency)}</bdi>
            </dd>
          </div>
          {data.due > 0 && (
            <div>
              <dt className="quiet">{say('withdraw.due')}</dt>
              <dd>
                <bdi>{money(data.due, data.currency)}</bdi>
              </dd>
            </div>
          )}
          {data.toCard > 0 && (
            <div>
              <dt className="quiet">{say('withdraw.toCard')}</dt>
              <dd>
                <bdi>{money(data.toCard, data.currency)}</bdi>
              </dd>
            </div>
          )}
        </dl>
      )}
      <div className={s.buttons}>
        <Button size="md" onClick={onClose}>
          {say(of.passId === null ? 'withdraw.keep' : 'passes.keep')}
        </Button>
        {data !== undefined && (
          <Button
            size="md"
            variant="filled"
            color="red"
            loading={state.busy === 'yes'}
            onClick={() => void withdraw(data.revision)}
          >
            {say('withdraw.do')}
          </Button>
        )}
      </div>
    </Dialog>
  );
}
