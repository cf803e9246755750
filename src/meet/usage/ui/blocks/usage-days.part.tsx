import { Button, SegmentedControl } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconChevronLeft, IconChevronRight, IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { useApi } from '#kit/ui/query/api.tsx';
import { useSteadyAnswer } from '#kit/ui/query/query.ts';
import { Ltr, Meter, Panel } from '#kit/ui/bits.tsx';
import { csvOf } from '#kit/csv.ts';
import { download } from '#kit/ui/table/csv.ts';
import { Bone } from '#kit/ui/feedback.tsx';
import { IconButton } from '#kit/ui/light-parts.tsx';
import { useReader } from '#kit/ui/text/reader.tsx';
import { useTimeText } from '#kit/ui/time.tsx';
import type { Usage } from '../../usage.contract.ts';
import { addDays, monthOf } from '../../usage.rules.ts';
import { UsageChart } from '../usage-chart.part.tsx';
import { figuresFor, usageApi, usageQuery } from '../usage-data.hook.ts';
import { UsageTable } from '../usage-table.part.tsx';
import { usageText } from '../usage-text.hook.ts';
import s from '../usage.module.css';

const columns = ['day', 'meetings', 'people', 'minutes', 'peak', 'storageBytes'] as const;
const csvText = (usage: Usage) => csvOf([columns, ...usage.days.map((one) => columns.map((name) => String(one[name])))]);

type MonthsProps = { usage: Usage; month: string; onMonth: (month: string | null) => void };
/** The month that is shown, with the ones beside it. */
function Months({ usage, month, onMonth }: MonthsProps) {
  const say = usageText();
  const { month: named } = figuresFor(useReader().locale);
  const isNow = month === usage.month.from;
  const after = monthOf(addDays(month, 32));
  return (
    <span className={s.months}>
      <IconButton
        aria-label={say('previous')}
        disabled={usage.shownFrom !== null && month <= usage.shownFrom}
        onClick={() => onMonth(monthOf(addDays(month, -1)))}
      >
        <IconChevronLeft size={16} className={s.flip} />
      </IconButton>
      <b className="strong small">{named(month)}</b>
      <IconButton aria-label={say('next')} disabled={isNow} onClick={() => onMonth(after === usage.month.from ? null : after)}>
        <IconChevronRight size={16} className={s.flip} />
      </IconButton>
    </span>
  );
}

/** What became known late, the month's limit, and how far it is counted. */
function Notes({ usage }: { usage: Usage }) {
  const say = usageText();
  const time = useTimeText();
  const { number, day, longDay } = figuresFor(useReader().locale);
  const { month, adjustments, countedAt, zone } = usage;
  return (
    <div className={s.notes}>
      {month.max !== null && (
        <div className={s.limit}>
          <span className="small">
            {say('ofMonth', { used: number(month.minutes), max: number(month.max) })} {month.beyond && say('beyond')}
          </span>
          <Meter value={month.minutes} of={month.max} label={say('column.minutes')} />
        </div>
      )}
      {adjustments.map((one) => (
        <p key={`${one.day} ${one.notedAt}`} className="small soft">
          {say(one.minutes > 0 ? 'late.more' : 'late.less', {
            minutes: say('minutes', { n: Math.abs(one.minutes) }),
            day: day(one.day),
          })}
        </p>
      ))}
      {usage.shownFrom !== null && <p className="small soft">{say('shownFrom', { day: longDay(usage.shownFrom) })}</p>}
      <p className="tiny quiet">
        {countedAt !== null && say('counted', { time: time(countedAt, 'full') })} {say('zone', { zone })}
      </p>
    </div>
  );
}

/** What an account used, a month at a time, as a chart or as the same figures in a table. Without `accountId`: the reader's own. */
export function UsageDays({ accountId }: { accountId?: string }) {
  const say = usageText();
  const api = useApi(usageApi);
  const [month, setMonth] = useState<string | null>(null);
  const [view, setView] = useState<'chart' | 'table'>('chart');
  const query = useQuery({
    ...usageQuery(api, { accountId, month }),
    placeholderData: (before: Usage | undefined) => before,
  });
  const usage = useSteadyAnswer(query);
  if (usage === undefined)
    return (
      <Panel id="usage-days" title={say('title')}>
        <Bone w="100%" h={220} />
      </Panel>
    );
  const shown = month ?? usage.month.from;
  return (
    <Panel
      id="usage-days"
      title={say('title')}
      aside={
        <Button
          size="xs"
          variant="subtle"
          aria-label={say('csv')}
          leftSection={<IconDownload size={15} stroke={1.75} />}
          onClick={() => download(`usage-${usage.from}-${usage.until}.csv`, csvText(usage))}
        >
          <Ltr>CSV</Ltr>
        </Button>
      }
    >
      <div className={s.bar}>
        <Months usage={usage} month={shown} onMonth={setMonth} />
        <SegmentedControl
          size="xs"
          aria-label={say('view')}
          value={view}
          onChange={(next) => setView(next === 'table' ? 'table' : 'chart')}
          data={(['chart', 'table'] as const).map((value) => ({ value, label: say(value) }))}
        />
      </div>
      {view === 'chart' ? <UsageChart usage={usage} month={shown} /> : <UsageTable usage={usage} />}
      <Notes usage={usage} />
    </Panel>
  );
}
