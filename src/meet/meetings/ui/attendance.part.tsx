import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { useApi } from '#kit/ui/query/api.tsx';
import { Face, Ltr, Panel } from '#kit/ui/bits.tsx';
import { download } from '#kit/ui/table/csv.ts';
import { useFailureText } from '#kit/ui/form/failure-text.ts';
import table from '#kit/ui/table/table.module.css';
import { Duration, Time, useTimeText } from '#kit/ui/time.tsx';
import type { ResultIn } from '#kit/contract.ts';
import type { MeetingDetail, meetingsCalls } from '../meetings.contract.ts';
import { meetingsApi } from './meetings-api.hook.ts';
import { attendanceQuery } from './meetings-data.hook.ts';
import { meetingsText } from './meetings-text.hook.ts';
import slot from '#meet/rooms/ui/blocks/room-slots.module.css';
import s from './console.module.css';

function CsvButton({ id }: { id: string }) {
  const say = meetingsText();
  const api = useApi(meetingsApi);
  const failureText = useFailureText(say);
  const [state, setState] = useState({ busy: '', trouble: '' });
  const run = async () => {
    setState({ busy: 'busy', trouble: '' });
    try {
      const file = await api.meetings.attendanceCsv({ params: { id } });
      download(file.fileName, file.text);
      setState({ busy: '', trouble: '' });
    } catch (error) {
      setState({ busy: '', trouble: failureText(error) });
    }
  };
  return (
    <>
      {state.trouble !== '' && (
        <span className={s.trouble} role="alert">
          {state.trouble}
        </span>
      )}
      <Button
        size="xs"
        variant="subtle"
        loading={state.busy !== ''}
        aria-label={say('attendance.csv')}
        leftSection={<IconDownload size={15} stroke={1.75} />}
        onClick={() => void run()}
      >
        <bdi>CSV</bdi>
      </Button>
    </>
  );
}

type PresenceItem = ResultIn<typeof meetingsCalls.attendance>['items'][number];
/** Each group on a line: "Red, 09:10–09:25". */
function GroupStays({ groups }: Pick<PresenceItem, 'groups'>) {
  const say = meetingsText();
  const time = useTimeText();
  if (groups.length === 0) return '–';
  return groups.map(({ group, name, from, to }) => (
    <div key={from}>
      <bdi>{name || say('attendance.group', { number: group })}</bdi>, <Ltr>{`${time(from, 'time')}–${time(to, 'time')}`}</Ltr>
    </div>
  ));
}

/** Who was there, from when to when, and how long in all. */
export function Attendance({ meeting }: { meeting: MeetingDetail }) {
  const say = meetingsText();
  const time = useTimeText();
  const api = useApi(meetingsApi);
  const { data } = useQuery(attendanceQuery(api, meeting.id));
  const items = data?.items ?? [];
  const talks = items.some(({ talkedSeconds }) => talkedSeconds !== null);
  const grouped = items.some(({ groups }) => groups.length > 0);
  const quiz = items.some(({ rightAnswers }) => rightAnswers !== null);
  return (
    <Panel
      id="attendance"
      title={say('attendance.title')}
      flush="flush"
      aside={items.length > 0 && <CsvButton id={meeting.id} />}
    >
      {items.length === 0 ? (
        <p className={`small quiet ${s.note}`}>
          {data?.shownDays == null ? say('attendance.none') : say('attendance.beyond', { days: data.shownDays })}
        </p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable with the keys (WCAG 2.1.1)
        <div className={`${table.scroll} ${slot.inPanel}`} tabIndex={0}>
          <table className={table.table} aria-label={say('attendance.title')}>
            <thead>
              <tr>
                <th scope="col">{say('attendance.name')}</th>
                <th scope="col">{say('attendance.role')}</th>
                <th scope="col" className="end">
                  {say('attendance.came')}
                </th>
                <th scope="col" className="end">
                  {say('attendance.went')}
                </th>
                <th scope="col" className="end">
                  {say('attendance.time')}
                </th>
                <th scope="col" className="end">
                  {say('attendance.sittings')}
                </th>
                {talks && (
                  <th scope="col" className="end">
                    {say('attendance.talked')}
                  </th>
                )}
                {grouped && <th scope="col">{say('attendance.groups')}</th>}
                {quiz && (
                  <th scope="col" className="end">
                    {say('attendance.right')}
                  </th>
                )}
              </tr>
            </thead>
            <tbody>
              {items.map((one) => (
                <tr key={`${one.name} ${one.joinedAt}`}>
                  <td className={table.lead}>
                    <span className="row">
                      <Face name={one.name} size={20} />
                      <bdi>{one.name}</bdi>
                    </span>
                  </td>
                  <td>{say(`who.${one.role}`)}</td>
                  <td className="end">
                    <Time at={one.joinedAt} look="time" />
                  </td>
                  <td className="end">
                    {one.leftAt === null ? say('attendance.stillIn') : <Time at={one.leftAt} look="time" />}
                  </td>
                  <td className="end">
                    <Duration minutes={one.minutes} />
                  </td>
                  <td className="end">
                    <Ltr>{one.sittings}</Ltr>
                  </td>
                  {talks && (
                    <td className="end">{one.talkedSeconds === null ? '–' : <Duration minutes={one.talkedSeconds / 60} />}</td>
                  )}
                  {grouped && (
                    <td>
                      <GroupStays groups={one.groups} />
                    </td>
                  )}
                  {quiz && (
                    <td className="end">
                      {one.rightAnswers === null
                        ? '–'
                        : say('attendance.rightOf', { right: one.rightAnswers, all: data?.quizQuestions ?? 0 })}
                    </td>
                  )}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {data?.keptUntil != null && (
        <p className={`tiny quiet ${s.note}`}>{say('attendance.kept', { until: time(data.keptUntil, 'day') })}</p>
      )}
    </Panel>
  );
}
