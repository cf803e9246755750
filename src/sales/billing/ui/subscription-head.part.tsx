import { Button } from '@mantine/core';
import { Suspense, useState } from 'react';
import { useApi } from '#kit/ui/query/api.tsx';
import { PageHead } from '#kit/ui/bits.tsx';
import { LinkButton } from '#kit/ui/link.tsx';
import { loadable } from '#kit/ui/query/loadable.tsx';
import { MenuItem } from '#kit/ui/overlay/menu-parts.tsx';
import { RowMenu } from '#kit/ui/table/row-menu.tsx';
import { intlTag } from '#kit/ui/text/locale.ts';
import { useReader } from '#kit/ui/text/reader.tsx';
import { useTimeText } from '#kit/ui/time.tsx';
import type { AddonView } from '../addons.contract.ts';
import type { SubscriptionPage, SubscriptionView } from '../billing.contract.ts';
import { billingApi } from './blocks/billing-queries.hook.ts';
import { billingText } from './blocks/billing-text.hook.ts';
import { leftToRight, useMoney } from './blocks/money.hook.ts';
import { SubscriptionStatus } from './blocks/subscription-state.part.tsx';
import { Notes, useAct } from './subscription-notes.part.tsx';
import s from './billing.module.css';

const CancelDialog = loadable(async () => (await import('./cancel-dialog.part.tsx')).CancelDialog);
const PauseDialog = loadable(async () => (await import('./pause-dialog.part.tsx')).PauseDialog);
const ResumeDialog = loadable(async () => (await import('./pause-resume.part.tsx')).ResumeDialog);

/** What comes next, in one sentence. */
function Next({ of }: { of: SubscriptionView }) {
  const say = billingText();
  const when = useTimeText();
  const money = useMoney();
  const { next, openInvoice, currency } = of;
  if (of.endedAt !== null) return <>{say('plan.ended', { on: when(of.endedAt, 'day') })}</>;
  if (openInvoice !== null && openInvoice.remaining > 0)
    return (
      <>
        {say(openInvoice.overdue ? 'plan.overdue' : 'plan.open', {
          amount: money(openInvoice.remaining, currency),
          number: leftToRight(openInvoice.number),
        })}
      </>
    );
  if (of.startsAt !== null) {
    const on = when(of.startsAt, 'day');
    return (
      <>
        {next === null ? say('plan.scheduledFree', { on }) : say('plan.scheduled', { on, amount: money(next.total, currency) })}
      </>
    );
  }
  if (of.cancelAtEnd && of.periodEnd !== null) return <>{say('plan.ends', { on: when(of.periodEnd, 'day') })}</>;
  if (of.trialEnd !== null) return <>{say('plan.trial', { on: when(of.trialEnd, 'day') })}</>;
  if (next === null) return <>{say('plan.noCharge')}</>;
  if (of.freeUntil !== null)
    return <>{say('plan.freePaid', { on: when(of.freeUntil, 'day'), amount: money(next.total, currency) })}</>;
  return <>{say('plan.next', { amount: money(next.total, currency), on: when(next.at, 'day'), by: of.payBy })}</>;
}

type Props = { page: SubscriptionPage; of: SubscriptionView; onChange: () => void };
type Asking = 'no' | 'cancel' | 'pause' | 'resume';

function Dialogs({ page, of, asking, onClose }: Omit<Props, 'onChange'> & { asking: Asking; onClose: () => void }) {
  return (
    <Suspense>
      {asking === 'cancel' && <CancelDialog of={of} onClose={onClose} />}
      {asking === 'pause' && of.periodEnd !== null && <PauseDialog of={of} end={of.periodEnd} onClose={onClose} />}
      {asking === 'resume' && <ResumeDialog page={page} of={of} onClose={onClose} />}
    </Suspense>
  );
}

/** The plan, how it stands, and what may be done with it; what waits for somebody stands under it. */
export function SubscriptionHead({ page, of, onChange }: Props) {
  const say = billingText();
  const { billing } = useApi(billingApi);
  const [asking, setAsking] = useState<Asking>('no');
  const money = useMoney();
  const { acts } = of;
  const and = new Intl.ListFormat(intlTag(useReader().locale));
  const named = ({ name, quantity }: AddonView) => (quantity === 1 ? name : say('addons.count', { name, count: quantity }));
  const undo = useAct();
  return (
    <>
      <PageHead
        title={<bdi>{of.planName}</bdi>}
        sub={
          <span className={s.sub}>
            <SubscriptionStatus of={of.state}>
              {of.period === 'once' ? null : say('plan.rhythm', { period: of.period })}
            </SubscriptionStatus>
            {of.price !== null && of.endedAt === null && (
              <bdi>
                {say('plan.price', {
                  amount: money(of.price.amount, of.currency),
                  period: of.period,
                  tax: of.price.inclusive ? 'in' : 'out',
                })}
              </bdi>
            )}
            <span>
              <Next of={of} />
            </span>
            {of.addons.length > 0 && <bdi>{and.format(of.addons.map(named))}</bdi>}
          </span>
        }
      >
        {acts.includes('pause') && (
          <RowMenu look="head" label={say('plan.more')}>
            {() => <MenuItem onClick={() => setAsking('pause')}>{say('plan.pause')}</MenuItem>}
          </RowMenu>
        )}
        {acts.includes('cancel') && <Button onClick={() => setAsking('cancel')}>{say('plan.cancel')}</Button>}
        {acts.includes('undo_cancel') && (
          <Button
            loading={undo.busy}
            onClick={() => void undo.run(() => billing.cancel({ body: { atEnd: false, revision: of.revision } }))}
          >
            {say('plan.undo')}
          </Button>
        )}
        {acts.includes('resume') && (
          <Button variant="filled" onClick={() => setAsking('resume')}>
            {say('plan.resume')}
          </Button>
        )}
        {acts.includes('change') && (
          <Button variant={of.openInvoice?.overdue === true ? 'default' : 'filled'} onClick={onChange}>
            {say('plan.change')}
          </Button>
        )}
        {page.rights.purchase && (of.endedAt !== null || of.state === 'incomplete') && (
          <LinkButton variant="filled" to="/purchase-plan">
            {say('plan.choose')}
          </LinkButton>
        )}
      </PageHead>
      <Notes of={of} failure={undo.failure} />
      <Dialogs page={page} of={of} asking={asking} onClose={() => setAsking('no')} />
    </>
  );
}
