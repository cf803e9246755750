import { IconCalendarEvent } from '@tabler/icons-react';
import { DotLine } from '#kit/ui/dot-line.tsx';
import { useReader } from '#kit/ui/text/reader.tsx';
import { timeText } from '#kit/ui/time.tsx';
import type { ResultIn } from '#kit/contract.ts';
import type { LoadContext } from '#kit/ui/screen.ts';
import type { scheduleCalls } from '../../schedule.contract.ts';
import { linkText } from './link-text.hook.ts';
import s from './next-dates.module.css';

export type LinkDatesView = ResultIn<typeof scheduleCalls.ofLink>['items'];

/** The next dates of a room's link, asked with its page; without an answer the page stands all the same. */
export async function loadLinkDates({ api }: Pick<LoadContext, 'api'>, slug: string): Promise<LinkDatesView> {
  const { scheduleCalls: calls } = await import('../../schedule.contract.ts');
  return api({ schedule: calls })
    .schedule.ofLink({ params: { slug } })
    .then(
      ({ items }) => items,
      () => [],
    );
}

/** When the next meeting is, for everybody with the link. */
export function LinkDates({ dates }: { dates: LinkDatesView }) {
  const say = linkText();
  const reader = useReader();
  const [next, ...others] = dates;
  if (next === undefined) return null;
  const time = (at: number) => timeText(at, 'moment', reader);
  return (
    <div className={s.link}>
      <IconCalendarEvent size={16} stroke={1.75} />
      <span>
        <b>{next.title === null ? say('link.next') : <bdi>{next.title}</bdi>}</b>
        <DotLine>
          <>
            {time(next.startsAt)} ({timeText(next.startsAt, 'zoned', reader)})
          </>
          {next.lobbyAt < next.startsAt &&
            (next.lobbyAt <= reader.now ? say('link.open') : say('link.lobby', { time: timeText(next.lobbyAt, 'time', reader) }))}
        </DotLine>
        {others.length > 0 && (
          <span style={{ display: 'block' }}>
            {say('link.more', {
              times: others
                .slice(0, 2)
                .map(({ startsAt }) => `\u2068${time(startsAt)}\u2069`)
                .join(' · '),
            })}
          </span>
        )}
      </span>
    </div>
  );
}
