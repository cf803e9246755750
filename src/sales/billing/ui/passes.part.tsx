import { Panel } from '#kit/ui/bits.tsx';
import { Link, LinkButton } from '#kit/ui/link.tsx';
import { Status } from '#kit/ui/status.tsx';
import { useTimeText } from '#kit/ui/time.tsx';
import type { SubscriptionPage } from '../billing.contract.ts';
import type { PassView } from '../held-pass.contract.ts';
import { billingText } from './blocks/billing-text.hook.ts';
import { passLooks } from './blocks/pass-looks.hook.ts';
import s from './subscription.module.css';

const named = ['coming', 'lapsed', 'taken_back'] as const;

function Pass({ of }: { of: PassView }) {
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
          <Pass key={of.id} of={of} />
        ))}
      </ul>
    </Panel>
  );
}
