import '@mantine/dates/styles.layer.css';
import { DatePicker, type DayOfWeek } from '@mantine/dates';
import { type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { dayIn, formatDay } from '#kit/dates.ts';
import type { Locale } from '#kit/facts.ts';
import { intlTag } from '#kit/locale-tag.ts';
import { cssVars } from '#kit/ui/css-vars.ts';
import { useReader } from '#kit/ui/text/reader.tsx';
import { dateFieldText } from './date-field-text.ts';
import s from './date-field.module.css';

/** CLDR, supplemental data of weeks: where the week does not begin on Monday. 0 is Sunday. */
const weekStarts: Readonly<Partial<Record<Locale, DayOfWeek>>> = { ar: 6, hi: 0, id: 0, ja: 0, pt: 0, ur: 0 };

const [gap, edge] = [6, 8];
/** Below the field, above it where there is no room; pixels from the edges where a line starts. */
function useSpot(field: RefObject<HTMLElement | null>, panel: RefObject<HTMLElement | null>) {
  const { dir } = useReader();
  const [spot, setSpot] = useState({ inline: 0, block: 0 });
  useLayoutEffect(() => {
    const place = () => {
      const box = field.current?.getBoundingClientRect();
      if (box === undefined || panel.current === null) return;
      const { offsetHeight: height, offsetWidth: width } = panel.current;
      const pageWidth = document.documentElement.clientWidth;
      const inline = dir === 'rtl' ? pageWidth - box.right : box.left;
      const below = box.bottom + gap;
      const block = below + height + edge > window.innerHeight && box.top - gap - height >= edge ? box.top - gap - height : below;
      setSpot({
        inline: Math.max(edge, Math.min(inline, pageWidth - width - edge)),
        block: Math.max(edge, Math.min(block, window.innerHeight - height - edge)),
      });
    };
    panel.current?.showPopover();
    place();
    panel.current?.querySelector<HTMLElement>('table button[tabindex="0"]')?.focus();
    const until = new AbortController();
    window.addEventListener('scroll', place, { capture: true, passive: true, signal: until.signal });
    window.addEventListener('resize', place, { signal: until.signal });
    return () => until.abort();
  }, [field, panel, dir]);
  return spot;
}

type CalendarProps = {
  /** `YYYY-MM-DD`, or empty. */
  day: string;
  min?: string;
  max?: string;
  field: RefObject<HTMLElement | null>;
  onChoose: (day: string) => void;
  onClose: () => void;
};

/** The calendar of a field, over everything else until a day is chosen, Escape is pressed or something else is touched. */
export function Calendar({ day, min, max, field, onChoose, onClose }: CalendarProps) {
  const say = dateFieldText();
  const { locale, now, zone } = useReader();
  const panel = useRef<HTMLDivElement>(null);
  const spot = useSpot(field, panel);
  const today = dayIn(now, zone);
  const weekday = new Intl.DateTimeFormat(intlTag(locale), { weekday: 'narrow', timeZone: 'UTC' });
  return (
    <div
      ref={panel}
      popover="auto"
      role="dialog"
      aria-label={say('open')}
      className={s.panel}
      style={cssVars({ '--inline': `${spot.inline}px`, '--block': `${spot.block}px` })}
      onToggle={({ newState }) => newState === 'closed' && onClose()}
    >
      <DatePicker
        value={day === '' ? null : day}
        onChange={(date) => date !== null && onChoose(date)}
        allowDeselect={false}
        defaultDate={day === '' ? today : day}
        {...(min !== undefined && { minDate: min })}
        {...(max !== undefined && { maxDate: max })}
        firstDayOfWeek={weekStarts[locale] ?? 1}
        weekdayFormat={(date) => weekday.format(Date.parse(`${date.slice(0, 10)}T00:00:00Z`))}
        monthLabelFormat={(date) => formatDay(date.slice(0, 10), 'month', locale)}
        monthsListFormat={(date) => formatDay(date.slice(0, 10), 'monthName', locale)}
        yearLabelFormat="YYYY"
        getDayAriaLabel={(date) => formatDay(date.slice(0, 10), 'fullDay', locale)}
        getDayProps={(date) => (date === today ? { 'aria-current': 'date', className: s.today } : {})}
        ariaLabels={{
          previousMonth: say('previous'),
          nextMonth: say('next'),
          previousYear: say('previous'),
          nextYear: say('next'),
          previousDecade: say('previous'),
          nextDecade: say('next'),
        }}
      />
    </div>
  );
}
