import { Button, NativeSelect, SegmentedControl } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { Chip } from '#kit/ui/bits.tsx';
import { DateField } from '#kit/ui/date-field/date-field.tsx';
import { useApi } from '#kit/ui/query/api.tsx';
import { loadable } from '#kit/ui/query/loadable.tsx';
import { useReader } from '#kit/ui/text/reader.tsx';
import { addDays } from '#meet/usage/usage.rules.ts';
import { analyticsApi, choicesQuery, todayOf } from './analytics-data.hook.ts';
import { analyticsText } from './analytics-text.hook.ts';
import { type ChartsAddress, chartPeriods, comparisons, type DaySpan } from './charts-address.hook.ts';
import s from './analytics.module.css';

const ChoiceDialog = loadable(async () => (await import('./choice-dialog.part.tsx')).ChoiceDialog);

type OwnDaysProps = { span: DaySpan; today: string; onSpan: (span: DaySpan) => void };
/** Two days of one's own, both counted. */
export function OwnDays({ span, today, onSpan }: OwnDaysProps) {
  const say = analyticsText();
  const field = (name: keyof DaySpan) => (
    <DateField
      key={name}
      size="xs"
      aria-label={say(`period.${name}`)}
      value={span[name]}
      max={today}
      onChange={(day) => {
        if (day === '') return;
        // a day on the wrong side of the other one takes that along
        const next: DaySpan = { ...span, [name]: day };
        onSpan(next.from <= next.until ? next : { from: day, until: day });
      }}
    />
  );
  return <span className={s.ownDays}>{(['from', 'until'] as const).map(field)}</span>;
}

type NarrowingProps = { of: 'room' | 'person'; id: string | null; onId: (id: string | null) => void };
function Narrowing({ of, id, onId }: NarrowingProps) {
  const say = analyticsText();
  const api = useApi(analyticsApi);
  const [open, setOpen] = useState<'closed' | 'open'>('closed');
  const { data } = useQuery({ ...choicesQuery(api, { of, ids: id === null ? [] : [id] }), enabled: id !== null });
  return (
    <>
      {id === null ? (
        <Button size="xs" onClick={() => setOpen('open')}>
          {say(`bar.${of}All`)}
        </Button>
      ) : (
        <Chip subject={say(`split.${of}`)} onOpen={() => setOpen('open')} onRemove={() => onId(null)}>
          <bdi>{data?.items[0]?.name ?? '…'}</bdi>
        </Chip>
      )}
      {open === 'open' && (
        <Suspense>
          <ChoiceDialog
            of={of}
            pick="one"
            chosen={id === null ? [] : [id]}
            onClose={() => setOpen('closed')}
            onChoose={([chosen]) => {
              setOpen('closed');
              onId(chosen ?? null);
            }}
          />
        </Suspense>
      )}
    </>
  );
}

type ChartsBarProps = { address: ChartsAddress; onChange: (change: Partial<ChartsAddress>) => void };
/** Period, room, person and comparison. */
export function ChartsBar({ address, onChange }: ChartsBarProps) {
  const say = analyticsText();
  const today = todayOf(useReader());
  const { period, room, person, compare } = address;
  const own = typeof period === 'string' ? null : period;
  const choose = (value: string) => {
    const known = chartPeriods.find((one) => one === value);
    onChange({ period: known ?? { from: addDays(today, -13), until: today } });
  };
  return (
    <div className={s.bar}>
      <div className={s.periods}>
        <SegmentedControl
          size="xs"
          aria-label={say('period.title')}
          value={own === null ? String(period) : 'own'}
          onChange={choose}
          data={[...chartPeriods, 'own' as const].map((value) => ({ value, label: say(`period.${value}`) }))}
        />
      </div>
      {own !== null && <OwnDays span={own} today={today} onSpan={(span) => onChange({ period: span })} />}
      <Narrowing of="room" id={room} onId={(id) => onChange({ room: id })} />
      <Narrowing of="person" id={person} onId={(id) => onChange({ person: id })} />
      <NativeSelect
        size="xs"
        className={s.compare ?? ''}
        aria-label={say('compare.title')}
        value={compare}
        data={comparisons.map((value) => ({ value, label: say(`compare.${value}`) }))}
        onChange={({ currentTarget }) =>
          onChange({ compare: comparisons.find((one) => one === currentTarget.value) ?? 'before' })
        }
      />
    </div>
  );
}
