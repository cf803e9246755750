import { NativeSelect, Textarea } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { DotLine } from '#kit/ui/dot-line.tsx';
import type { DraftForm } from '#kit/ui/form/form.tsx';
import { useReader } from '#kit/ui/text/reader.tsx';
import { scheduleLimits } from '../schedule.rules.ts';
import { useCalendarWords } from './calendar-words.hook.ts';
import s from './date-drawer.module.css';
import { type DateFields, repeatOf } from './date-fields.hook.ts';
import { RepeatFields } from './repeat-fields.part.tsx';
import { ruleText } from './repeat-words.hook.ts';
import { scheduleText } from './schedule-text.hook.ts';

type FormProps = { form: DraftForm<DateFields> };

/** Words for so many minutes before. */
function useBeforeText(): (minutes: number) => string {
  const say = scheduleText();
  return (minutes) => {
    if (minutes >= 1440 && minutes % 1440 === 0) return say('form.daysBefore', { count: minutes / 1440 });
    if (minutes >= 60 && minutes % 60 === 0) return say('form.hoursBefore', { count: minutes / 60 });
    return say('form.minutesBefore', { count: minutes });
  };
}
const zoneName = (zone: string): string => zone.replaceAll('_', ' ');
const lobbies = [0, 5, 10, 15, 30, 60];
const reminders = [10, 15, 30, 60, 120, 1440];
const withOwn = (offered: readonly number[], own: number): number[] => [...new Set([...offered, own])].sort((a, b) => a - b);

function BeforeFields({ form }: FormProps) {
  const say = scheduleText();
  const before = useBeforeText();
  const { lobbyMinutes, reminderMinutes } = form.values;
  return (
    <div className={s.pair}>
      <NativeSelect
        label={say('form.lobby')}
        value={String(lobbyMinutes)}
        data={withOwn(lobbies, lobbyMinutes).map((one) => ({ value: String(one), label: before(one) }))}
        onChange={({ currentTarget }) => form.set('lobbyMinutes', Number(currentTarget.value))}
      />
      <NativeSelect
        label={say('form.reminder')}
        value={reminderMinutes === null ? '' : String(reminderMinutes)}
        data={[
          { value: '', label: say('form.noReminder') },
          ...withOwn(reminders, reminderMinutes ?? 30).map((one) => ({ value: String(one), label: before(one) })),
        ]}
        onChange={({ currentTarget: { value } }) => form.set('reminderMinutes', value === '' ? null : Number(value))}
      />
    </div>
  );
}

function ZoneField({ form }: FormProps) {
  const say = scheduleText();
  const reader = useReader();
  const { zone } = form.values;
  const zones = useMemo(
    () => [...new Set([zone, reader.zone, 'UTC', ...Intl.supportedValuesOf('timeZone')])],
    [zone, reader.zone],
  );
  return (
    <NativeSelect
      label={say('form.zone')}
      dir="ltr"
      data={zones.map((one) => ({ value: one, label: zoneName(one) }))}
      {...form.input('zone')}
    />
  );
}

/** What is set in the fields that are folded away. */
function SettingsSummary({ values }: { values: DateFields }) {
  const say = scheduleText();
  const words = useCalendarWords();
  const reader = useReader();
  const before = useBeforeText();
  const { zone, lobbyMinutes, reminderMinutes, description } = values;
  const rule = repeatOf(values);
  const setting = (label: string, value: string) => say('form.setting', { label, value });
  return (
    <p className="small soft">
      <DotLine>
        {rule === null ? say('repeat.never') : ruleText(rule, say, words)}
        {setting(say('form.lobby'), before(lobbyMinutes))}
        {setting(say('form.reminder'), reminderMinutes === null ? say('form.noReminder') : before(reminderMinutes))}
        {zone !== reader.zone && setting(say('form.zone'), zoneName(zone))}
        {description.trim() !== '' && setting(say('form.description'), description.trim())}
      </DotLine>
    </p>
  );
}

/** What most meetings leave as it is: how often it repeats, its zone, the lobby, the reminder and a note. */
export function MoreFields({ form }: FormProps) {
  const say = scheduleText();
  const [chosen, setChosen] = useState<'folded' | 'open'>('folded');
  // a field that has to be mended is never hidden
  const isOpen = chosen === 'open' || form.errors['until'] !== undefined;
  return (
    <div className={s.more}>
      <button type="button" aria-expanded={isOpen} onClick={() => setChosen(isOpen ? 'folded' : 'open')}>
        {say('form.more')}
        <IconChevronDown size={16} stroke={1.75} />
      </button>
      {!isOpen && <SettingsSummary values={form.values} />}
      {isOpen && (
        <>
          <RepeatFields form={form} />
          <ZoneField form={form} />
          <BeforeFields form={form} />
          <Textarea
            {...{ label: say('form.description'), dir: 'auto', autosize: true, minRows: 2, maxRows: 8 }}
            maxLength={scheduleLimits.description}
            {...form.input('description')}
          />
        </>
      )}
    </div>
  );
}
