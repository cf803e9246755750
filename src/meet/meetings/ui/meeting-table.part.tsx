import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { useApi } from '#kit/ui/query/api.tsx';
import { useAuth } from '#kit/ui/auth/auth.tsx';
import { Face, Ltr, PageHead } from '#kit/ui/bits.tsx';
import { DataTable } from '#kit/ui/table/data-table.tsx';
import { EmptyState } from '#kit/ui/empty.tsx';
import { Link, LinkButton, RowLink } from '#kit/ui/link.tsx';
import { useListState } from '#kit/ui/table/list-state.ts';
import { useLiveRefresh } from '#kit/ui/query/live.ts';
import { Status } from '#kit/ui/status.tsx';
import type { TableColumn } from '#kit/ui/table/table-shape.ts';
import { useReader } from '#kit/ui/text/reader.tsx';
import { Duration, Time, useDurationText, useTimeText } from '#kit/ui/time.tsx';
import { useServerName } from '#meet/servers/ui/blocks/server-name.hook.ts';
import type { MeetingItem, MeetingsQuery } from '../meetings.contract.ts';
import { AttendancePeriod } from './attendance-period.part.tsx';
import { JoinMeeting } from './join-meeting.part.tsx';
import { oneOfEach, useSubjects } from './meeting-subjects.hook.ts';
import { minutesOf, reasonWord } from './meeting-words.hook.ts';
import { meetingsApi } from './meetings-api.hook.ts';
import { meetingsListQuery, meetingsShape } from './meetings-data.hook.ts';
import { type MeetingsSay, meetingsText } from './meetings-text.hook.ts';
import s from './console.module.css';

export function MeetingState({
  meeting,
  look,
}: {
  meeting: Pick<MeetingItem, 'state' | 'people' | 'endReason'>;
  look: 'pill' | 'plain';
}) {
  const say = meetingsText();
  if (meeting.state === 'live')
    return (
      <Status of="live">
        <Ltr>{meeting.people}</Ltr>
      </Status>
    );
  if (meeting.state === 'starting') return <Status of="processing" look={look} />;
  if (meeting.state === 'detached')
    return (
      <Status of="unreachable" look={look}>
        {say('state.detached')}
      </Status>
    );
  return (
    <Status of={meeting.state === 'failed' ? 'failed' : 'ended'} look={look}>
      {look === 'pill' ? reasonWord(say, meeting.endReason) : null}
    </Status>
  );
}

type FigureTexts = { say: MeetingsSay; now: number; duration: (minutes: number) => string };
function figuresOf({ say, now, duration }: FigureTexts): TableColumn<MeetingItem>[] {
  const minutes = (one: MeetingItem) => minutesOf(one, one.endedAt ?? now);
  return [
    {
      id: 'length',
      title: say('list.length'),
      align: 'end',
      cell: (one) => (one.startedAt === null ? null : <Duration minutes={minutes(one)} />),
      text: (one) => (one.startedAt === null ? '' : duration(minutes(one))),
    },
    {
      id: 'total',
      title: say('list.people'),
      align: 'end',
      cell: (one) => <Ltr>{one.total}</Ltr>,
      text: (one) => String(one.total),
    },
    {
      id: 'peak',
      title: say('list.peak'),
      align: 'end',
      narrow: 'hide',
      optional: 'off',
      cell: (one) => <Ltr>{one.peak}</Ltr>,
      text: (one) => String(one.peak),
    },
  ];
}

type MeetingColumns = FigureTexts & {
  time: ReturnType<typeof useTimeText>;
  sees: 'operator' | 'account';
  nameOf: (name: string) => string;
};
function columnsOf({ say, now, duration, time, sees, nameOf }: MeetingColumns): TableColumn<MeetingItem>[] {
  const began = (one: MeetingItem) => one.startedAt ?? one.createdAt;
  const ofOperator: TableColumn<MeetingItem>[] = [
    {
      id: 'account',
      title: say('list.account'),
      narrow: 'hide',
      cell: (one) => one.account?.name,
      text: (one) => one.account?.name ?? '',
    },
    {
      id: 'server',
      title: say('list.server'),
      narrow: 'hide',
      optional: 'on',
      cell: (one) => one.server && <bdi>{nameOf(one.server.name)}</bdi>,
      text: (one) => (one.server === null ? '' : nameOf(one.server.name)),
    },
  ];
  return [
    {
      id: 'name',
      title: say('list.meeting'),
      lead: 'lead',
      phone: 'name',
      text: (one) => one.name,
      cell: (one) => (
        <RowLink to={`/rooms/meeting/${one.id}`} className="strong">
          {one.name}
        </RowLink>
      ),
    },
    {
      id: 'state',
      title: say('list.state'),
      phone: 'state',
      cell: (one) => <MeetingState meeting={one} look="plain" />,
      text: (one) => say(`state.${one.state}`),
    },
    {
      id: 'room',
      title: say('list.room'),
      narrow: 'hide',
      optional: 'on',
      text: (one) => one.room?.name ?? '',
      cell: (one) =>
        one.room && (
          <Link to={`/rooms/${one.room.id}`} className="link">
            <bdi>{one.room.name}</bdi>
          </Link>
        ),
    },
    ...(sees === 'operator' ? ofOperator : []),
    {
      id: 'by',
      title: say('list.by'),
      narrow: 'hide',
      optional: 'on',
      text: (one) => one.startedBy?.name ?? '',
      cell: (one) =>
        one.startedBy && (
          <span className="row">
            <Face name={one.startedBy.name} size={20} />
            {one.startedBy.name}
          </span>
        ),
    },
    {
      id: 'started',
      title: say('list.began'),
      phone: 'time',
      cell: (one) => <Time at={began(one)} look="moment" />,
      text: (one) => time(began(one), 'full'),
    },
    ...figuresOf({ say, now, duration }),
  ];
}

function useColumns(): TableColumn<MeetingItem>[] {
  const say = meetingsText();
  const duration = useDurationText();
  const time = useTimeText();
  const { now } = useReader();
  const { user } = useAuth();
  const nameOf = useServerName();
  return columnsOf({ say, now, duration, time, nameOf, sees: user?.account?.kind === 'operator' ? 'operator' : 'account' });
}

function None() {
  const say = meetingsText();
  const { can } = useAuth();
  return (
    <EmptyState title={say('none.title')} text={say('none.text')}>
      {can('rooms.view') && (
        <LinkButton to="/rooms/my-rooms" variant="filled" size="md">
          {say('none.rooms')}
        </LinkButton>
      )}
    </EmptyState>
  );
}

/** Meetings, live ones first; refreshed by pushes of the server. */
export function MeetingsPage({ view, title, sub }: { view: MeetingsQuery['view']; title: string; sub: ReactNode }) {
  const say = meetingsText();
  const api = useApi(meetingsApi);
  const navigate = useNavigate();
  const list = oneOfEach(useListState(meetingsShape));
  const columns = useColumns();
  const { can } = useAuth();
  const query = useQuery({ ...meetingsListQuery(api, view, list), placeholderData: (before) => before });
  useLiveRefresh({ area: 'bigbluebutton', kinds: ['meeting'] });
  const subjects = useSubjects(list, query.data?.items);
  const live = query.data?.live ?? 0;
  return (
    <>
      <PageHead
        title={
          <span className={s.title}>
            {title}
            {live > 0 && (
              <Status of="live">
                <Ltr>{live}</Ltr>
              </Status>
            )}
          </span>
        }
        sub={<span className="quiet">{sub}</span>}
      >
        {can('attendance.view') && <AttendancePeriod view={view} roomId={list.filters['room']?.[0]} />}
      </PageHead>
      <DataTable
        name={`meetings-${view}`}
        label={title}
        list={list}
        columns={columns}
        rows={query.data?.items}
        rowId={(one) => one.id}
        rowName={(one) => one.name}
        page={query.data === undefined ? { next: null } : { next: query.data.next, total: query.data.total }}
        pending={query.isPending}
        {...(query.isError && { stale: { at: query.dataUpdatedAt, retry: query.refetch } })}
        filters={[
          {
            id: 'state',
            title: say('list.state'),
            options: [
              { value: 'live', label: say('state.live') },
              { value: 'past', label: say('list.past') },
            ],
          },
          ...subjects,
        ]}
        searchLabel={say('list.search')}
        csv={{ file: 'meetings.csv', page: (at) => meetingsListQuery(api, view, at).queryFn() }}
        onOpen={(one) => void navigate(`/rooms/meeting/${one.id}`)}
        actions={(one) => one.rights.join && <JoinMeeting meeting={one} look="row" />}
        empty={<None />}
      />
    </>
  );
}
