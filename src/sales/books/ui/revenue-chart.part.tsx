import { ActionIcon, SegmentedControl } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { type KeyboardEvent, type PointerEvent, useState } from 'react';
import { csvOf } from '#kit/csv.ts';
import { money as moneyOf, toDecimal } from '#kit/money.ts';
import { Panel } from '#kit/ui/bits.tsx';
import { download } from '#kit/ui/table/csv.ts';
import { intlTag, moneyTag } from '#kit/ui/text/locale.ts';
import { useReader } from '#kit/ui/text/reader.tsx';
import { Scrolls } from '#kit/ui/scrolls.tsx';
import { useMoney } from '#sales/billing/ui/blocks/money.hook.ts';
import type { BooksMonth } from '../books.contract.ts';
import { booksText } from './books-text.hook.ts';
import { scaleText, shapeOf } from './revenue-shape.hook.ts';
import s from './books.module.css';

type Of = { months: readonly BooksMonth[]; currency: string };

/** `YYYY-MM` as a month's name; such a text has no zone. */
function useMonthText(): (month: string, look: 'short' | 'long') => string {
  const tag = intlTag(useReader().locale);
  const short = new Intl.DateTimeFormat(tag, { month: 'short', timeZone: 'UTC' });
  const long = new Intl.DateTimeFormat(tag, { month: 'short', year: 'numeric', timeZone: 'UTC' });
  return (month, look) => (look === 'short' ? short : long).format(new Date(`${month}-01T00:00:00Z`));
}
function Legend() {
  const say = booksText();
  return (
    <div className={s.legend}>
      {(['line', 'gained', 'lost'] as const).map((of) => (
        <span key={of}>
          <i data-of={of} aria-hidden="true" />
          {say(`revenue.${of}`)}
        </span>
      ))}
    </div>
  );
}

/** Which month is read: under the pointer, or by the arrow keys. */
function useReading(count: number) {
  const [at, setAt] = useState<number | null>(null);
  const inside = (index: number) => Math.min(count - 1, Math.max(0, index));
  const isRtl = (element: Element) => getComputedStyle(element).direction === 'rtl';
  const move = (event: PointerEvent<HTMLElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    const part = (event.clientX - box.left) / Math.max(1, box.width);
    setAt(inside(Math.floor((isRtl(event.currentTarget) ? 1 - part : part) * count)));
  };
  const key = (event: KeyboardEvent<HTMLElement>) => {
    const forth = isRtl(event.currentTarget) ? 'ArrowLeft' : 'ArrowRight';
    const back = isRtl(event.currentTarget) ? 'ArrowRight' : 'ArrowLeft';
    const now = at ?? count - 1;
    const next = { [forth]: now + 1, [back]: now - 1, Home: 0, End: count - 1 }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    setAt(inside(next));
  };
  return { at, move, key, leave: () => setAt(null) };
}

function Picture({ months, currency }: Of) {
  const say = booksText();
  const money = useMoney();
  const monthText = useMonthText();
  const scale = scaleText(currency, moneyTag(useReader().locale));
  const reading = useReading(months.length);
  const shape = shapeOf(months);
  const shown = reading.at ?? months.length - 1;
  const each = 100 / Math.max(1, months.length);
  const read = (one: BooksMonth) =>
    [
      `${monthText(one.month, 'long')}: ${money(one.recurring, currency)}`,
      `${say('revenue.gained')}: ${money(one.gained, currency)}`,
      `${say('revenue.lost')}: ${money(-one.lost, currency)}`,
    ].join(' · ');
  const present = months[shown];
  const cursor =
    reading.at === null ? null : (
      <line x1={each * (shown + 0.5)} x2={each * (shown + 0.5)} y1="0" y2="100" className={s.cursor} />
    );
  return (
    <div className={s.chart}>
      <div className={s.scales} aria-hidden="true">
        <div className={s.scale} data-of="line">
          {[shape.top, shape.top / 2, 0].map((value) => (
            <bdi key={value}>{scale(value)}</bdi>
          ))}
        </div>
        <div className={s.scale} data-of="bars">
          {[shape.moves, 0, -shape.moves].map((value) => (
            <bdi key={value}>{scale(value)}</bdi>
          ))}
        </div>
      </div>
      <div
        className={s.plots}
        role="slider"
        tabIndex={0}
        aria-label={`${say('revenue.title')}, ${currency}`}
        aria-valuemin={1}
        aria-valuemax={months.length}
        aria-valuenow={shown + 1}
        aria-valuetext={present === undefined ? '' : read(present)}
        onPointerMove={reading.move}
        onPointerLeave={reading.leave}
        onKeyDown={reading.key}
        onBlur={reading.leave}
      >
        <svg viewBox="0 0 100 100" preserveAspectRatio="none" className={s.plot} data-of="line" aria-hidden="true">
          <line x1="0" x2="100" y1="0" y2="0" className={s.guide} />
          <line x1="0" x2="100" y1="50" y2="50" className={s.guide} />
          <line x1="0" x2="100" y1="100" y2="100" className={s.base} />
          <path d={shape.area} className={s.area} />
          <path d={shape.line} className={s.line} />
          {cursor}
        </svg>
        <svg viewBox="0 0 100 100" preserveAspectRatio="none" className={s.plot} data-of="bars" aria-hidden="true">
          {shape.bars.map((bar) => (
            <g key={bar.x}>
              <rect x={bar.x} width={bar.width} y={50 - bar.up} height={bar.up} className={s.gained} />
              <rect x={bar.x} width={bar.width} y={50} height={bar.down} className={s.lost} />
            </g>
          ))}
          <line x1="0" x2="100" y1="50" y2="50" className={s.base} />
          {cursor}
        </svg>
      </div>
      <div className={s.ticks} aria-hidden="true">
        {months.map((one) => (
          <span key={one.month}>{monthText(one.month, 'short')}</span>
        ))}
      </div>
      <p className={s.reading} aria-hidden="true">
        {reading.at !== null && present !== undefined && read(present)}
      </p>
    </div>
  );
}

function AsTable({ months, currency }: Of) {
  const say = booksText();
  const money = useMoney();
  const monthText = useMonthText();
  return (
    <Scrolls className={s.scroll} label={say('revenue.title')}>
      <table className={s.months}>
        <thead>
          <tr>
            <th scope="col">{say('revenue.month')}</th>
            <th scope="col">{say('revenue.gained')}</th>
            <th scope="col">{say('revenue.lost')}</th>
            <th scope="col">{say('revenue.line')}</th>
          </tr>
        </thead>
        <tbody>
          {months.toReversed().map((one, at) => (
            <tr key={one.month}>
              <th scope="row">
                {monthText(one.month, 'long')} {at === 0 && <span className="quiet">{say('revenue.soFar')}</span>}
              </th>
              <td>
                <bdi>{money(one.gained, currency)}</bdi>
              </td>
              <td>
                <bdi>{money(-one.lost, currency)}</bdi>
              </td>
              <td>
                <bdi>{money(one.recurring, currency)}</bdi>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Scrolls>
  );
}

/** Twelve months of one currency, as a picture or as a table; nothing is converted. */
export function RevenueChart({ months, currency }: Of) {
  const say = booksText();
  const [look, setLook] = useState<'chart' | 'table'>('chart');
  const decimal = (minor: number) => toDecimal(moneyOf(BigInt(minor), currency));
  const save = () => {
    const rows = months.map((one) => [one.month, decimal(one.gained), decimal(-one.lost), decimal(one.recurring), currency]);
    download(`revenue-${currency}.csv`, csvOf([['month', 'gained', 'lost', 'recurring', 'currency'], ...rows]));
  };
  return (
    <Panel
      id={`revenue-${currency}`}
      title={`${say('revenue.title')} · ${currency}`}
      aside={
        <span className={s.tools}>
          <SegmentedControl
            size="xs"
            aria-label={say('revenue.look')}
            value={look}
            onChange={(value) => setLook(value === 'table' ? 'table' : 'chart')}
            data={(['chart', 'table'] as const).map((value) => ({ value, label: say(`revenue.${value}`) }))}
          />
          <ActionIcon size={32} variant="subtle" aria-label={say('revenue.csv')} title={say('revenue.csv')} onClick={save}>
            <IconDownload size={16} stroke={1.75} />
          </ActionIcon>
        </span>
      }
    >
      {look === 'chart' ? (
        <>
          <Legend />
          <Picture months={months} currency={currency} />
        </>
      ) : (
        <AsTable months={months} currency={currency} />
      )}
    </Panel>
  );
}
