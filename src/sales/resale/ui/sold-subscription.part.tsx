import { Button, NativeSelect, TextInput } from '@mantine/core';
import { IconArrowLeft, IconCalendarPlus, IconCalendarX, IconPlayerStop } from '@tabler/icons-react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { useApi } from '#kit/ui/query/api.tsx';
import { Panel } from '#kit/ui/bits.tsx';
import { Dialog } from '#kit/ui/overlay/dialog.tsx';
import { Banner } from '#kit/ui/feedback.tsx';
import { useDraftForm } from '#kit/ui/form/form.tsx';
import { LinkButton } from '#kit/ui/link.tsx';
import { Time } from '#kit/ui/time.tsx';
import { EXTEND_DAYS_MAX } from '#sales/billing/all-subscriptions.contract.ts';
import { WaitingPanel } from '#sales/billing/ui/blocks/coming.part.tsx';
import { InvoiceActs, ReasonField } from '#sales/billing/ui/blocks/reason-form.part.tsx';
import { SubscriptionStatus } from '#sales/billing/ui/blocks/subscription-state.part.tsx';
import type { SoldSubscription } from '../vendor-acts.contract.ts';
import { resaleApi, type ResaleClient, subscriptionQuery, useResaleRefresh } from './resale-data.hook.ts';
import { resaleText } from './resale-text.hook.ts';
import s from './resale.module.css';

type Act = 'later' | 'now' | 'extend';
type SaleActDraft = { days: string; credit: string; reason: string };
const REASON_MIN = 3;
const daysOf = (text: string): number | null => {
  const days = /^\d{1,3}$/.test(text.trim()) ? Number(text) : 0;
  return days >= 1 && days <= EXTEND_DAYS_MAX ? days : null;
};

function send({ resale }: ResaleClient, { of, act, draft }: { of: SoldSubscription; act: Act; draft: SaleActDraft }) {
  const params = { id: of.id };
  const { revision } = of;
  const { reason } = draft;
  if (act === 'extend') return resale.extendSubscription({ params, body: { days: daysOf(draft.days) ?? 0, reason, revision } });
  if (act === 'later') return resale.endSubscription({ params, body: { when: 'end', reason, revision } });
  const credit = draft.credit === 'nothing' ? 'nothing' : 'unused';
  return resale.endSubscription({ params, body: { when: 'now', credit, reason, revision } });
}

/** One thing that its seller does with a subscription, with the reason that both sides read afterwards. */
function ActDialog({ of, act, onClose }: { of: SoldSubscription; act: Act; onClose: () => void }) {
  const say = resaleText();
  const api = useApi(resaleApi);
  const refresh = useResaleRefresh();
  const form = useDraftForm<SaleActDraft>({
    key: null,
    initial: { days: '30', credit: 'unused', reason: '' },
    check: ({ days, reason }) => ({
      ...(act === 'extend' && daysOf(days) === null && { days: 'wholeDays' }),
      ...(reason.trim().length < REASON_MIN && { reason: 'reason' }),
    }),
    say,
    save: async (draft) => {
      await send(api, { of, act, draft });
      await refresh();
      onClose();
    },
  });
  return (
    <Dialog title={`${say(`plan.${act}.title`)}: ${of.customer}`} lead={say(`plan.${act}.lead`)} width={520} onClose={onClose}>
      <form className={s.fields} onSubmit={form.submit} noValidate>
        {form.failure !== null && <Banner hue="red">{form.failure}</Banner>}
        {act === 'extend' && (
          <TextInput
            size="md"
            {...form.input('days')}
            label={say('plan.extend.field')}
            inputMode="numeric"
            dir="ltr"
            autoComplete="off"
            maxLength={3}
          />
        )}
        {act === 'now' && (
          <NativeSelect
            size="md"
            {...form.input('credit')}
            label={say('plan.now.field')}
            data={(['unused', 'nothing'] as const).map((value) => ({ value, label: say(`plan.now.${value}`) }))}
          />
        )}
        <ReasonField form={form} rows={2} />
        <InvoiceActs
          verb={say(`plan.${act}.verb`)}
          saving={form.saving}
          onClose={onClose}
          {...(act !== 'extend' && { color: 'red' as const })}
        />
      </form>
    </Dialog>
  );
}

const signs = { later: IconCalendarX, now: IconPlayerStop, extend: IconCalendarPlus } as const;
const rightOf = { later: 'endLater', now: 'endNow', extend: 'extend' } as const satisfies Record<
  Act,
  keyof SoldSubscription['rights']
>;

/** A subscription that the vendor sells: how it stands, and what may be done with it. */
export function SoldPanel({ id }: { id: string }) {
  const say = resaleText();
  const { data: of } = useSuspenseQuery(subscriptionQuery(useApi(resaleApi), id));
  const [act, setAct] = useState<Act | null>(null);
  const end = of.trialEnd !== null && of.state === 'trialing' ? of.trialEnd : of.periodEnd;
  const acts = (['extend', 'later', 'now'] as const).filter((one) => of.rights[rightOf[one]]);
  return (
    <Panel id="sold-subscription" title={say('plan.title')}>
      <div className={s.fields}>
        <dl className={s.facts}>
          <div>
            <dt>{say('plan.plan')}</dt>
            <dd>
              <bdi>{of.plan}</bdi>
            </dd>
          </div>
          <div>
            <dt>{say('sold.stateTitle')}</dt>
            <dd>
              <SubscriptionStatus of={of.state} look="plain" />
            </dd>
          </div>
          {of.endedAt === null && end !== null && (
            <div>
              <dt>{say(of.cancelAtEnd ? 'plan.endsOn' : 'sold.until')}</dt>
              <dd>
                <Time at={end} look="day" />
              </dd>
            </div>
          )}
        </dl>
        {acts.length > 0 && (
          <div className={s.answers}>
            {acts.map((one) => {
              const Icon = signs[one];
              return (
                <Button
                  key={one}
                  {...(one !== 'extend' && { 'data-danger': true })}
                  leftSection={<Icon size={16} stroke={1.75} />}
                  onClick={() => setAct(one)}
                >
                  {say(`plan.${one}.open`)}
                </Button>
              );
            })}
          </div>
        )}
      </div>
      {act !== null && <ActDialog of={of} act={act} onClose={() => setAct(null)} />}
    </Panel>
  );
}

/** The same on a page of its own, from the list of what is sold. */
export function SoldPage({ id, back }: { id: string; back: string }) {
  const say = resaleText();
  return (
    <div className={s.page}>
      <div className={`${s.row} ${s.acts ?? ''}`}>
        <LinkButton to={back} leftSection={<IconArrowLeft size={16} stroke={1.75} className="turn" />}>
          {say('plan.back')}
        </LinkButton>
      </div>
      <Suspense>
        <SoldPanel id={id} />
      </Suspense>
      <WaitingPanel id={id} area="admin" at="/vendors?tab=sold&sale=" />
    </div>
  );
}
