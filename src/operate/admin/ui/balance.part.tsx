import { Ltr, moneyText } from '#kit/ui/bits.tsx';
import { Status } from '#kit/ui/status.tsx';
import { moneyTag } from '#kit/ui/text/locale.ts';
import { useReader } from '#kit/ui/text/reader.tsx';
import type { OwedAmount } from '../account-views.contract.ts';
import { adminText } from './admin-text.hook.ts';
import s from './overview.module.css';

export function Sum({ minor, currency }: { minor: number; currency: string }) {
  const { locale } = useReader();
  return <Ltr className="num">{moneyText({ cents: minor, currency, tag: moneyTag(locale) })}</Ltr>;
}

/** What an account owes, the overdue first. */
export function Balance({ owes }: { owes: readonly OwedAmount[] }) {
  const say = adminText();
  if (owes.length === 0) return <span className="quiet">{say('overview.nothingDue')}</span>;
  const late = owes.filter(({ overdue }) => overdue);
  const open = owes.filter(({ overdue }) => !overdue);
  return (
    <span className={s.balance}>
      {late.map(({ currency, minor }) => (
        <span key={currency}>
          <Status of="overdue" look="plain" /> <Sum minor={minor} currency={currency} />
        </span>
      ))}
      {open.map(({ currency, minor }) => (
        <span key={currency}>
          {say('overview.open')} <Sum minor={minor} currency={currency} />
        </span>
      ))}
    </span>
  );
}
