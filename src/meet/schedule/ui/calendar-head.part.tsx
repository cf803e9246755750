import { Button, SegmentedControl } from '@mantine/core';
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

type CalendarHeadProps = {
  view: CalendarView;
  day: CalendarDay;
  days: readonly CalendarDay[];
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
export function useSpanText(): (view: CalendarView, day: CalendarDay, days: readonly CalendarDay[]) => string {
  const words = useCalendarWords();
  return (view, day, days) => {
    if (view === 'month') return words.day(day, 'month');
    return words.range(days[0] ?? day, days.at(-1) ?? day);
  };
}

/** The time that is shown, steps to others, the views, and the way to a new date. */
export function CalendarHead({ view, day, days, today, drawer, onStep, onSubscribe, onImport, onNew }: CalendarHeadProps) {
  const say = scheduleText();
  const spanText = useSpanText();
  return (
    <header className={s.head}>
      <h1 aria-live="polite">{spanText(view, day, days)}</h1>
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
      <SegmentedControl
        aria-label={say('calendar.views')}
        value={view}
        onChange={(chosen) => onStep({ view: calendarViews.find((one) => one === chosen) ?? view })}
        data={calendarViews.map((one) => ({ value: one, label: say(`calendar.view.${one}`) }))}
      />
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
