import { IconAlertTriangle } from '@tabler/icons-react';
import { useReader } from '#kit/ui/text/reader.tsx';
import { intlTag } from '#kit/ui/text/locale.ts';
import { useTimeText } from '#kit/ui/time.tsx';
import type { SnapshotLine } from '../tickets-views.contract.ts';
import s from './ticket.module.css';
import { ticketsText } from './tickets-text.hook.ts';

/** What is sent along, word for word. What looks wrong is marked: it often answers the question. */
export function SnapshotLines({ lines }: { lines: readonly SnapshotLine[] }) {
  const say = ticketsText();
  const time = useTimeText();
  const { locale } = useReader();
  const shownValue = ({ as, value }: SnapshotLine): string => {
    if (as === 'time') return time(value, 'full');
    if (as === 'number') return new Intl.NumberFormat(intlTag(locale)).format(Number(value));
    return as === 'word' ? (say.maybe(`snapshotWords.${value}`) ?? String(value)) : String(value);
  };
  return (
    <dl className={s.snapshot}>
      {lines.map((line) => (
        <div key={line.key} data-odd={line.odd || undefined}>
          <dt>{say.maybe(`snapshot.${line.key}`) ?? line.key}</dt>
          <dd>
            {line.odd && (
              <>
                <IconAlertTriangle size={16} stroke={2} aria-hidden="true" />
                <span className="hidden">{say('new.odd')} </span>
              </>
            )}
            <bdi>{shownValue(line)}</bdi>
          </dd>
        </div>
      ))}
    </dl>
  );
}
