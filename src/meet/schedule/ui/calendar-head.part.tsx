import { Button, NativeSelect, SegmentedControl } from '@mantine/core';
import { IconCheck, IconChevronLeft, IconChevronRight, IconDots, IconFileImport, IconPlus, IconRss } from '@tabler/icons-react';
import { cssVars } from '#kit/ui/css-vars.ts';
import { IconButton } from '#kit/ui/light-parts.tsx';
import { LinkButton } from '#kit/ui/link.tsx';
import { LazyMenu } from '#kit/ui/overlay/lazy-menu.tsx';
import { MenuItem } from '#kit/ui/overlay/menu-parts.tsx';
import { useReader } from '#kit/ui/text/reader.tsx';
import s from './calendar.module.css';
import { hueOf } from './calendar-date.part.tsx';
import { type CalendarDay, type CalendarView, calendarViews, stepped } from './calendar-days.hook.ts';
import { useCalendarWords } from './calendar-words.hook.ts';
import { scheduleText } from './schedule-text.hook.ts';

type CalendarSpan = { view: CalendarView; day: CalendarDay; days: readonly CalendarDay[] };
type CalendarHeadProps = CalendarSpan & {
  today: CalendarDay;
  /** While it is open, its button is the one that is filled. */
  drawer: 'open' | 'closed';
  onStep: (change: { view?: CalendarView; day?: CalendarDay }) => void;
  onSubscribe: () => void;
  /** Null: there is nothing to plan in. */
  onImport: (() => void) | null;
  onNew: (() => void) | null;
};
/** What the calendar shows, in words. */
export function useSpanText({ view, day, days }: CalendarSpan, months: 'long' | 'short'): string {
  const words = useCalendarWords();
  return view === 'month' ? words.day(day, 'month') : words.range(days, months);
}

/** Views beside each other, and as a menu where the open drawer leaves no space for that. */
function Views({ view, onStep }: Pick<CalendarHeadProps, 'view' | 'onStep'>) {
  const say = scheduleText();
  const field = {
    'aria-label': say('calendar.views'),
    value: view,
    data: calendarViews.map((one) => ({ value: one, label: say(`calendar.view.${one}`) })),
  };
  const choose = (chosen: string) => onStep({ view: calendarViews.find((one) => one === chosen) ?? view });
  return (
    <>
      <SegmentedControl className={s.views ?? ''} {...field} onChange={choose} />
      <NativeSelect className={s.viewMenu ?? ''} {...field} onChange={({ currentTarget }) => choose(currentTarget.value)} />
    </>
  );
}

/** The time that is shown, steps to others, the views, and the way to a new date. */
export function CalendarHead({ view, day, days, today, drawer, onStep, onSubscribe, onImport, onNew }: CalendarHeadProps) {
  const say = scheduleText();
  const span = useSpanText({ view, day, days }, drawer === 'open' ? 'short' : 'long');
  return (
    <header className={s.head}>
      <h1 aria-live="polite">{span}</h1>
      <div className={s.steps}>
        <IconButton look="default" aria-label={say('calendar.previous')} onClick={() => onStep({ day: stepped(view, day, -1) })}>
          <IconChevronLeft size={16} stroke={1.75} className="turn" />
        </IconButton>
        <IconButton look="default" aria-label={say('calendar.next')} onClick={() => onStep({ day: stepped(view, day, 1) })}>
          <IconChevronRight size={16} stroke={1.75} className="turn" />
        </IconButton>
        <Button onClick={() => onStep({ day: today })}>{say('calendar.today')}</Button>
      </div>
      <span className="grow" />
      <Views view={view} onStep={onStep} />
      <LazyMenu
        button={(props) => (
          <IconButton look="default" aria-label={say('calendar.menu')} {...props}>
            <IconDots size={16} stroke={1.75} />
          </IconButton>
        )}
      >
        {() => (
          <>
            <MenuItem leftSection={<IconRss size={16} stroke={1.75} />} onClick={onSubscribe}>
              {say('calendar.subscribe')}
            </MenuItem>
            {onImport !== null && (
              <MenuItem leftSection={<IconFileImport size={16} stroke={1.75} />} onClick={onImport}>
                {say('import.title')}
              </MenuItem>
            )}
          </>
        )}
      </LazyMenu>
      {onNew !== null && (
        <Button
          className={s.new ?? ''}
          variant={drawer === 'open' ? 'default' : 'filled'}
          leftSection={<IconPlus size={16} stroke={2} />}
          onClick={onNew}
        >
          {say('calendar.new')}
        </Button>
      )}
    </header>
  );
}

type RoomName = { id: string; name: string };
type RoomChipsProps = {
  rooms: readonly RoomName[];
  hidden: readonly string[];
  onToggle: (id: string) => void;
  /** The calendar is of this room alone. */
  only: RoomName | null;
};
/** The rooms whose dates are shown; each can be left out. */
export function RoomChips({ rooms, hidden, onToggle, only }: RoomChipsProps) {
  const say = scheduleText();
  const { zone } = useReader();
  return (
    <div className={s.chips}>
      {only !== null && <bdi className="strong">{only.name}</bdi>}
      {only !== null && (
        <LinkButton to="/rooms/calendar" size="xs" variant="subtle">
          {say('calendar.allRooms')}
        </LinkButton>
      )}
      {only === null && rooms.length > 1 && (
        // biome-ignore lint/a11y/useSemanticElements: a field set cannot be laid out in the row
        <div role="group" aria-label={say('calendar.rooms')} style={{ display: 'contents' }}>
          {rooms.map(({ id, name }) => (
            <button
              key={id}
              type="button"
              className={s.chip}
              style={cssVars({ '--hue': hueOf(id) })}
              aria-pressed={!hidden.includes(id)}
              onClick={() => onToggle(id)}
            >
              <i>{!hidden.includes(id) && <IconCheck size={12} stroke={3} />}</i>
              <span>{name}</span>
            </button>
          ))}
        </div>
      )}
      <span className={s.zone}>{say('calendar.times', { zone: zone.replaceAll('_', ' ') })}</span>
    </div>
  );
}
