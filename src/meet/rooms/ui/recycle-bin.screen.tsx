import { Button, Checkbox } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconArrowBackUp, IconHistory, IconLinkOff, IconMovie, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useApi, useApis } from '#kit/ui/query/api.tsx';
import { useAsk } from '#kit/ui/overlay/ask.tsx';
import { Face, Ltr, PageHead } from '#kit/ui/bits.tsx';
import { DataTable } from '#kit/ui/table/data-table.tsx';
import { EmptyState } from '#kit/ui/empty.tsx';
import { useFailureText } from '#kit/ui/form/failure-text.ts';
import { LinkButton } from '#kit/ui/link.tsx';
import { readListState, useListState } from '#kit/ui/table/list-state.ts';
import { useLiveRefresh } from '#kit/ui/query/live.ts';
import type { LoadContext, ScreenModule } from '#kit/ui/screen.ts';
import type { TableColumn } from '#kit/ui/table/table-shape.ts';
import { Time, useTimeText } from '#kit/ui/time.tsx';
import { useToast } from '#kit/ui/overlay/toast.tsx';
import { WithWayOut } from '#kit/ui/way-out.tsx';
import type { RoomItem } from '../rooms.contract.ts';
import { binDays } from '../rooms.rules.ts';
import { binShape, roomsApi, roomsListQuery, useRoomsRefresh } from './rooms-data.hook.ts';
import { roomsText, type RoomsSay } from './rooms-text.hook.ts';
import s from './rooms.module.css';

const columnsOf = (say: RoomsSay, time: ReturnType<typeof useTimeText>): TableColumn<RoomItem>[] => [
  {
    id: 'name',
    title: say('list.room'),
    lead: 'lead',
    phone: 'name',
    text: ({ name }) => name,
    cell: (room) => (
      <span className={s.name}>
        <span>{room.name}</span>
        <Ltr className={s.slug ?? ''}>/m/{room.slug}</Ltr>
      </span>
    ),
  },
  {
    id: 'owner',
    title: say('list.owner'),
    narrow: 'hide',
    text: ({ owner }) => owner.name,
    cell: (room) => (
      <span className="row">
        <Face name={room.owner.name} size={20} />
        {room.owner.name}
      </span>
    ),
  },
  {
    id: 'deleted',
    title: say('bin.deleted'),
    text: ({ deletedAt }) => (deletedAt === null ? '' : time(deletedAt, 'full')),
    cell: (room) => (room.deletedAt === null ? null : <Time at={room.deletedAt} />),
  },
  {
    id: 'purge',
    title: say('bin.until'),
    phone: 'time',
    text: ({ purgeAt }) => (purgeAt === null ? '' : time(purgeAt, 'day')),
    cell: (room) =>
      room.purgeAt === null ? null : (
        <>
          <span className={s.phoneTitle}>{say('bin.until')} </span>
          <Time at={room.purgeAt} look="day" />
        </>
      ),
  },
];

type CountRecordings = (api: LoadContext['api'], roomId: string) => Promise<number>;
/** Takes a room out of the bin, or deletes it for good after its name was typed. */
function useBinVerbs(countRecordings: CountRecordings) {
  const say = roomsText();
  const ask = useAsk();
  const api = useApi(roomsApi);
  const apis = useApis();
  const toast = useToast();
  const refresh = useRoomsRefresh();
  const restore = async (room: RoomItem) => {
    await api.rooms.restore({ params: { id: room.id } });
    await refresh();
    const undo = async () => {
      await api.rooms.remove({ params: { id: room.id } });
      await refresh();
    };
    toast({ icon: IconArrowBackUp, text: say('bin.restored', { name: room.name }), undo });
  };
  const purge = async (room: RoomItem) => {
    const count = await countRecordings(apis, room.id);
    const chosen: { recordings: 'keep' | 'erase' } = { recordings: count > 0 ? 'erase' : 'keep' };
    const withRecordings = (
      <Checkbox
        defaultChecked
        label={say('bin.purgeRecordings', { count })}
        description={say('bin.purgeRecordingsHint')}
        onChange={({ currentTarget: { checked } }) => {
          chosen.recordings = checked ? 'erase' : 'keep';
        }}
      />
    );
    const sure = await ask({
      title: say('bin.purgeTitle', { name: room.name }),
      lead: say('bin.purgeLead'),
      facts: [
        { id: 'link', icon: IconLinkOff, text: say('bin.purgeLink', { slug: room.slug }) },
        { id: 'past', icon: IconHistory, text: say('bin.purgePast') },
        ...(count > 0 ? [{ id: 'recordings', icon: IconMovie, text: withRecordings }] : []),
      ],
      verb: say('bin.purge'),
      safe: say('bin.keep'),
      typeName: room.name,
    });
    if (!sure) return;
    await api.rooms.purge({ params: { id: room.id }, body: { name: room.name, ...chosen } });
    await refresh();
  };
  return { restore, purge };
}

function BinActions({ room, countRecordings }: { room: RoomItem; countRecordings: CountRecordings }) {
  const say = roomsText();
  const verbs = useBinVerbs(countRecordings);
  const failureText = useFailureText(say);
  const [trouble, setTrouble] = useState('');
  const [busy, setBusy] = useState('');
  const run = (name: 'restore' | 'purge') => {
    setBusy(name);
    setTrouble('');
    void verbs[name](room)
      .catch((error: unknown) => setTrouble(failureText(error)))
      .finally(() => setBusy(''));
  };
  return (
    <>
      <Button
        size="xs"
        loading={busy === 'restore'}
        leftSection={<IconArrowBackUp className="turn" size={15} stroke={1.75} />}
        onClick={() => run('restore')}
      >
        {say('bin.restore')}
      </Button>{' '}
      <Button
        size="xs"
        variant="subtle"
        className={s.danger ?? ''}
        loading={busy === 'purge'}
        leftSection={<IconTrash size={15} stroke={1.75} />}
        onClick={() => run('purge')}
      >
        {say('bin.purge')}
      </Button>
      {trouble !== '' && (
        <span className={s.rowTrouble} role="alert">
          <WithWayOut>{trouble}</WithWayOut>
        </span>
      )}
    </>
  );
}

function RecycleBin({ countRecordings }: { countRecordings: CountRecordings }) {
  const say = roomsText();
  const api = useApi(roomsApi);
  const time = useTimeText();
  const list = useListState(binShape);
  const query = useQuery({ ...roomsListQuery(api, 'bin', list), placeholderData: (before) => before });
  useLiveRefresh({ area: 'bigbluebutton', kinds: ['room'] });
  return (
    <>
      <PageHead title={say('bin.title')} sub={<span className="quiet">{say('bin.sub', { days: binDays })}</span>} />
      <DataTable
        name="bin"
        label={say('bin.title')}
        list={list}
        columns={columnsOf(say, time)}
        rows={query.data?.items}
        rowId={(room) => room.id}
        rowName={(room) => room.name}
        page={query.data === undefined ? { next: null } : { next: query.data.next, total: query.data.total }}
        pending={query.isPending}
        {...(query.isError && { stale: { at: query.dataUpdatedAt, retry: query.refetch } })}
        searchLabel={say('list.search')}
        csv={{ file: 'rooms-bin.csv', page: (at) => roomsListQuery(api, 'bin', at).queryFn() }}
        actions={(room) => <BinActions room={room} countRecordings={countRecordings} />}
        phoneActs="below"
        empty={
          <EmptyState title={say('bin.emptyTitle')} text={say('bin.emptyText', { days: binDays })}>
            <LinkButton to="/rooms" size="md">
              {say('bin.toRooms')}
            </LinkButton>
          </EmptyState>
        }
      />
    </>
  );
}

const load = async ({ api, queries, url }: LoadContext) => {
  await queries.ensureQueryData(roomsListQuery(api(roomsApi), 'bin', readListState(url.searchParams, binShape)));
  return null;
};

/** With how many recordings a room has, which come later in rank. */
export const recycleBinScreen = (countRecordings: CountRecordings): ScreenModule => ({
  load,
  Screen: () => <RecycleBin countRecordings={countRecordings} />,
});
