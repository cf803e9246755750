import { Button } from '@mantine/core';
import { Suspense, useState } from 'react';
import { Panel } from '#kit/ui/bits.tsx';
import { Link, LinkButton } from '#kit/ui/link.tsx';
import { loadable } from '#kit/ui/query/loadable.tsx';
import { Status } from '#kit/ui/status.tsx';
import { useTimeText } from '#kit/ui/time.tsx';
import type { SubscriptionPage } from '../billing.contract.ts';
import type { PassView } from '../held-pass.contract.ts';
import { billingText } from './blocks/billing-text.hook.ts';
import { passLooks } from './blocks/pass-looks.hook.ts';
import s from './subscription.module.css';

const named = ['coming', 'lapsed', 'taken_back'] as const;

const WithdrawDialog = loadable(async () => (await import('./withdraw-dialog.part.tsx')).WithdrawDialog);
/** The first step of a withdrawal from a pass that is not used (Directive (EU) 2023/2673). */
function Withdrawal({ of }: { of: PassView }) {
  const say = billingText();
  const when = useTimeText();
  const [open, setOpen] = useState<'open' | 'closed'>('closed');
  const { withdrawUntil, name, id } = of;
  return (
    <>
      {withdrawUntil !== null && (
        <span className={s.words}>
          <span className="small quiet">{say('passes.withdrawHint', { on: when(withdrawUntil, 'full') })}</span>
          <span>
            <Button onClick={() => setOpen('open')}>{say('withdraw.open')}</Button>
          </span>
        </span>
      )}
      <Suspense>
        {open === 'open' && (
          <WithdrawDialog of={{ name, may: withdrawUntil !== null, passId: id }} onClose={() => setOpen('closed')} />
        )}
      </Suspense>
    </>
  );
}

function Pass({ of, may }: { of: PassView; may: { withdraw: boolean } }) {
  const say = billingText();
  const when = useTimeText();
  const { state, startsAt, endsAt, invoiceId } = of;
  const word = named.find((one) => one === state);
  return (
    <li>
      <span className={s.words}>
        <span className="strong">
          <bdi>{of.name}</bdi>
        </span>
        <span className="small quiet">
          {endsAt === null
            ? say('passes.from', { from: when(startsAt, 'full') })
            : say('passes.window', { from: when(startsAt, 'full'), to: when(endsAt, 'full') })}
        </span>
      </span>
      <Status of={passLooks[state]} look="plain">
        {word === undefined ? null : say(`passes.state.${word}`)}
      </Status>
      {invoiceId !== null && (
        <Link className={s.link} to={`/invoices/${invoiceId}`}>
          {say('passes.invoice')}
        </Link>
      )}
      {may.withdraw && <Withdrawal of={of} />}
    </li>
  );
}

/** The event passes of the account, and the way to another one where some are `sold`. */
export function PassPanel({ page, sold }: { page: SubscriptionPage; sold: number }) {
  const say = billingText();
  const buys = sold > 0 && page.rights.purchase;
  if (page.passes.length === 0 && !buys) return null;
  return (
    <Panel
      id="passes"
      flush="flush"
      title={say('passes.title')}
      aside={buys && <LinkButton to="/purchase-plan?tab=passes">{say('passes.open')}</LinkButton>}
    >
      <ul className={s.rows}>
        {page.passes.length === 0 && (
          <li>
            <span className={`quiet ${s.words}`}>{say('passes.lead')}</span>
          </li>
        )}
        {page.passes.map((of) => (
          <Pass key={of.id} of={of} may={{ withdraw: page.rights.purchase }} />
        ))}
      </ul>
    </Panel>
  );
}
