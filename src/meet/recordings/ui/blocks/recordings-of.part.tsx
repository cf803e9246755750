import { useQuery } from '@tanstack/react-query';
import { useApi } from '#kit/ui/query/api.tsx';
import { Panel } from '#kit/ui/bits.tsx';
import { Link } from '#kit/ui/link.tsx';
import { useLiveRefresh } from '#kit/ui/query/live.ts';
import { NameCell, StartTime, StateCell } from '../recording-cells.part.tsx';
import { recordingsApi } from '../recordings-api.hook.ts';
import { newestQuery } from '../recordings-data.hook.ts';
import { recordingsText } from '../recordings-text.hook.ts';
import s from '../recordings.module.css';

type RecordingsBlockProps = { view: 'mine' | 'all'; roomId?: string; meetingId?: string };
export type RecordingsOfProps = { of: RecordingsBlockProps; whenNone: 'said' | 'nothing' };

/** Where all of them are listed. */
const listPath = (of: RecordingsBlockProps): string => {
  const list = `/recordings/${of.view === 'mine' ? 'myRecordings' : 'allRecordings'}`;
  if (of.roomId !== undefined) return `${list}?room=${of.roomId}`;
  return of.meetingId === undefined ? list : `${list}?meeting=${of.meetingId}`;
};

/** The newest recordings of a room or a meeting, or of all that one sees, with the way to all of them. */
export function RecordingsOf({ of, whenNone }: RecordingsOfProps) {
  const say = recordingsText();
  useLiveRefresh({ area: 'bigbluebutton', kinds: ['recording'] });
  const { data } = useQuery(newestQuery(useApi(recordingsApi), of));
  if (data === undefined || (data.total === 0 && whenNone === 'nothing')) return null;
  return (
    <Panel
      id="recordings"
      title={say('list.title')}
      flush="flush"
      aside={
        data.total === 0 ? null : (
          <Link className="link small" to={listPath(of)}>
            {data.total === undefined ? say('list.allMany') : say('list.all', { count: data.total })}
          </Link>
        )
      }
    >
      {data.total === 0 ? (
        <p className={`small quiet ${s.note}`}>{say('list.none')}</p>
      ) : (
        <ul className={s.ofPlace}>
          {data.items.map((item) => (
            <li key={item.id}>
              <span className={`grow ${s.words}`}>
                <NameCell item={item} />
              </span>
              <StateCell item={item} />
              <span className={`quiet small ${s.day}`}>
                <StartTime at={item.startedAt} />
              </span>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}
