import { Ltr } from '#kit/ui/bits.tsx';
import table from '#kit/ui/table/table.module.css';
import { useReader } from '#kit/ui/text/reader.tsx';
import { Scrolls } from '#kit/ui/scrolls.tsx';
import type { Usage } from '../usage.contract.ts';
import { figuresFor } from './usage-data.hook.ts';
import { usageText } from './usage-text.hook.ts';
import s from './usage.module.css';

/** The days with use, and their sums. */
export function UsageTable({ usage }: { usage: Usage }) {
  const say = usageText();
  const { number, day, size } = figuresFor(useReader().locale);
  const days = usage.days.filter((one) => one.minutes > 0 || one.meetings > 0 || one.storageBytes > 0);
  if (days.length === 0) return <p className={`soft ${s.nothing}`}>{say('nothing')}</p>;
  const { totals } = usage;
  const cells = (of: Omit<Usage['totals'], 'days'>, people: string) => (
    <>
      <td className="end">
        <Ltr className="num">{number(of.meetings)}</Ltr>
      </td>
      <td className="end">
        <Ltr className="num">{people}</Ltr>
      </td>
      <td className="end">
        <Ltr className="num">{number(of.minutes)}</Ltr>
      </td>
      <td className="end">
        <Ltr className="num">{number(of.peak)}</Ltr>
      </td>
      <td className="end">
        <bdi className="num">{size(of.storageBytes)}</bdi>
      </td>
    </>
  );
  return (
    <Scrolls className={s.scroll} label={say('table')}>
      <table className={table.table}>
        <thead>
          <tr>
            <th scope="col">{say('column.day')}</th>
            {(['meetings', 'people', 'minutes', 'peak', 'storage'] as const).map((name) => (
              <th key={name} scope="col" className="end">
                {say(`column.${name}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {days.map((one) => (
            <tr key={one.day}>
              <th scope="row">{day(one.day)}</th>
              {cells(one, number(one.people))}
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{say('column.total')}</th>
            {cells(totals, '')}
          </tr>
        </tfoot>
      </table>
    </Scrolls>
  );
}
