import { Button } from '@mantine/core';
import { Suspense } from 'react';
import { Ltr } from '#kit/ui/bits.tsx';
import { DotLine } from '#kit/ui/dot-line.tsx';
import { Bone } from '#kit/ui/feedback.tsx';
import { Link } from '#kit/ui/link.tsx';
import { loadable } from '#kit/ui/query/loadable.tsx';
import { useDayText } from '#kit/ui/time.tsx';
import { useMoney } from '#sales/billing/ui/blocks/money.hook.ts';
import type { EntryView } from '../bank.contract.ts';
import { type BankSay, bankText } from './bank-text.hook.ts';
import s from './bank.module.css';

const Decide = loadable(async () => (await import('./bank-decide.part.tsx')).Decide);

/** Who paid, when, and what the payer wrote. */
export function EntryText({ entry }: { entry: EntryView }) {
  const say = bankText();
  const dayText = useDayText();
  return (
    <span className={s.said}>
      <bdi className="strong">{entry.payerName ?? say('nameless')}</bdi>
      <span className="tiny quiet">
        <DotLine>
          {dayText(entry.bookedOn)}
          {entry.text}
        </DotLine>
      </span>
    </span>
  );
}

/** What would stay open, in words. */
function leftText(entry: EntryView, { say, amount }: { say: BankSay; amount: ReturnType<typeof useMoney> }): string {
  const left = entry.match?.left ?? null;
  if (left === null) return '–';
  if (left === 0) return say('left.none');
  return left > 0 ? amount(left, entry.currency) : say('left.over', { amount: amount(-left, entry.currency) });
}

type Props = { entry: EntryView; open: boolean; onToggle: () => void; onDone: () => void };
/** A line of a statement with what it is proposed for; open, it is decided about. */
export function BankLine({ entry, open, onToggle, onDone }: Props) {
  const say = bankText();
  const amountText = useMoney();
  const { match } = entry;
  const accounts = [...new Set(match?.claims.map((one) => one.accountName))];
  const why = match === null ? '' : say(`why.${match.reason}`);
  return (
    <li className={s.line} data-open={open || undefined}>
      <div className={s.row}>
        <EntryText entry={entry} />
        <bdi className={s.amount}>{amountText(entry.amount, entry.currency)}</bdi>
        <span className={s.to} data-none={accounts.length === 0 || undefined}>
          {accounts.length === 0 && <span className="quiet">–</span>}
          {accounts.map((name) => (
            <bdi key={name} className="strong">
              {name}
            </bdi>
          ))}
          <span className="tiny quiet">
            {match?.claims.map((claim) => (
              <Link key={claim.id} className={s.number} to={`/all-invoices/${claim.id}`}>
                <Ltr>{claim.number}</Ltr>
              </Link>
            ))}
          </span>
        </span>
        <span className={s.why}>{why}</span>
        <span className={s.left} data-none={match?.left == null || undefined}>
          {leftText(entry, { say, amount: amountText })}
        </span>
        <Button size="sm" aria-expanded={open} onClick={onToggle}>
          {say(open ? 'close' : match === null || match.claims.length === 0 ? 'choose' : 'check')}
        </Button>
      </div>
      {open && (
        <Suspense fallback={<Bone w="100%" h={120} />}>
          <Decide entry={entry} onDone={onDone} />
        </Suspense>
      )}
    </li>
  );
}
