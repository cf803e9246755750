import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { loadable } from '#kit/ui/query/loadable.tsx';
import type { MeetingsQuery } from '../meetings.contract.ts';
import { periodText } from './period-text.hook.ts';

const Period = loadable(async () => (await import('./attendance-period-dialog.part.tsx')).AttendancePeriodDialog);

/** Of the whole list, or of the room that it is narrowed to. */
export type PeriodOf = { view: MeetingsQuery['view']; roomId: string | undefined };
/** The attendance of all meetings of a period, as a file. */
export function AttendancePeriod(of: PeriodOf) {
  const say = periodText();
  const [state, setState] = useState<'shut' | 'open'>('shut');
  return (
    <>
      <Button leftSection={<IconDownload size={16} stroke={1.75} />} onClick={() => setState('open')}>
        {say('period.open')}
      </Button>
      {state === 'open' && (
        <Suspense>
          <Period {...of} onClose={() => setState('shut')} />
        </Suspense>
      )}
    </>
  );
}
