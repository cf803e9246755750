import { useQuery } from '@tanstack/react-query';
import { useApi } from '#kit/ui/query/api.tsx';
import { Ltr, PageHead } from '#kit/ui/bits.tsx';
import { DataTable } from '#kit/ui/table/data-table.tsx';
import { EmptyState } from '#kit/ui/empty.tsx';
import { LinkButton } from '#kit/ui/link.tsx';
import { type ListControls, readListState, useListState } from '#kit/ui/table/list-state.ts';
import { useLiveRefresh } from '#kit/ui/query/live.ts';
import type { LoadContext } from '#kit/ui/screen.ts';
import type { TableColumn, ListFilter } from '#kit/ui/table/table-shape.ts';
import { kitText } from '#kit/ui/text/kit-text.ts';
import { useReader } from '#kit/ui/text/reader.tsx';
import { useTimeText } from '#kit/ui/time.tsx';
import type { RecordingItem } from '../recordings.contract.ts';
import { recordingLimits, visibilities } from '../recordings.rules.ts';
import { BulkActs } from './bulk-acts.part.tsx';
import { KeepCell, LengthCell, NameCell, StartTime, StateCell, statusOfRecording, WhoCell } from './recording-cells.part.tsx';
import { BinActs, RecordingActs } from './recording-menu.part.tsx';
import { clockText, useSizeText } from './recording-words.hook.ts';
import { recordingsApi } from './recordings-api.hook.ts';
import {
  recordingsListQuery,
  recordingsShape,
  retentionQuery,
  sinceDays,
  storageQuery,
  type RecordingsView,
} from './recordings-data.hook.ts';
import { type RecordingsSay, recordingsText } from './recordings-text.hook.ts';
import { StorageBar } from './storage.part.tsx';
import s from './recordings.module.css';

const filtered = ['processing', 'published', 'unpublished', 'failed'] as const;

type ColumnWords = {
  say: RecordingsSay;
  kit: ReturnType<typeof kitText>;
  size: (bytes: number) => string;
  time: ReturnType<typeof useTimeText>;
};
function columnsOf({ say, kit, size, time }: ColumnWords): TableColumn<RecordingItem>[] {
  return [
    {
      id: 'name',
      title: say('list.recording'),
      lead: 'lead',
      phone: 'name',
      sort: 'sortable',
      cell: (item) => <NameCell item={item} />,
      text: ({ name }) => name,
    },
    {
      id: 'room',
      title: say('list.room'),
      narrow: 'hide',
      optional: 'off',
      cell: ({ room }) => room?.name,
      text: ({ room }) => room?.name ?? '',
    },
    {
      id: 'state',
      title: say('list.state'),
      phone: 'state',
      cell: (item) => <StateCell item={item} />,
      text: ({ state }) => kit(`status.${statusOfRecording[state]}`),
    },
    {
      id: 'who',
      title: say('list.who'),
      narrow: 'hide',
      cell: (item) => <WhoCell who={item.visibility} />,
      text: (item) => say(`who.${item.visibility}`),
    },
    {
      id: 'views',
      title: say('list.views'),
      align: 'end',
      narrow: 'hide',
      optional: 'on',
      cell: (item) => <Ltr>{item.views}</Ltr>,
      text: ({ views }) => String(views),
    },
    {
      id: 'length',
      title: say('list.length'),
      align: 'end',
      narrow: 'hide',
      // the picture tells it already
      optional: 'off',
      sort: 'sortable',
      cell: (item) => <LengthCell ms={item.lengthMs} />,
      text: ({ lengthMs }) => (lengthMs === 0 ? '' : clockText(lengthMs)),
    },
    {
      id: 'size',
      title: say('list.size'),
      sort: 'sortable',
      align: 'end',
      narrow: 'hide',
      cell: (item) => (item.bytes === 0 ? <span className="quiet">–</span> : size(item.bytes)),
      text: ({ bytes }) => (bytes === 0 ? '' : size(bytes)),
    },
    {
      id: 'recent',
      title: say('list.held'),
      sort: 'sortable',
      phone: 'time',
      cell: (item) => <StartTime at={item.startedAt} />,
      text: ({ startedAt }) => (startedAt === null ? '' : time(startedAt, 'full')),
    },
    {
      id: 'keep',
      title: say('list.keep'),
      narrow: 'hide',
      optional: 'off',
      cell: (item) => <KeepCell item={item} />,
      text: ({ keepUntil }) => (keepUntil === null ? say('list.forever') : time(keepUntil, 'day')),
    },
  ];
}

function None({ view }: { view: RecordingsView }) {
  const say = recordingsText();
  if (view === 'bin') return <EmptyState title={say('bin.none')} text={say('bin.sub', { days: recordingLimits.binDays })} />;
  return (
    <EmptyState title={say('none.title')} text={say('none.text')}>
      <LinkButton to="/rooms/my-rooms" variant="filled" size="md">
        {say('none.rooms')}
      </LinkButton>
    </EmptyState>
  );
}

/** What one narrows by; room and meeting come by a link and can only be taken away. */
function filtersOf(say: RecordingsSay, list: ListControls, items: readonly RecordingItem[]): ListFilter[] {
  const came = (['room', 'meeting'] as const).flatMap((id) => {
    const [value] = list.filters[id] ?? [];
    if (value === undefined) return [];
    const label = (id === 'room' ? items.find((item) => item.room?.id === value)?.room?.name : undefined) ?? say('list.thisOne');
    return [{ id, title: say(`list.${id}`), options: [{ value, label }] }];
  });
  return [
    { id: 'state', title: say('list.state'), options: filtered.map((value) => ({ value, label: say(`state.${value}`) })) },
    { id: 'who', title: say('list.who'), options: visibilities.map((value) => ({ value, label: say(`who.${value}`) })) },
    { id: 'since', title: say('list.held'), options: sinceDays.map((value) => ({ value, label: say(`list.since.${value}`) })) },
    ...came,
  ];
}

/** Each subject narrows to one value: choosing another takes the place of the first. */
const oneEach = (list: ListControls): ListControls => ({
  ...list,
  setFilter: (id, values) => list.setFilter(id, values.slice(-1)),
});

function RecordingsTable({ view, title }: { view: RecordingsView; title: string }) {
  const say = recordingsText();
  const size = useSizeText();
  const { now } = useReader();
  const list = oneEach(useListState(recordingsShape));
  const time = useTimeText();
  const api = useApi(recordingsApi);
  const query = useQuery({ ...recordingsListQuery(api, view, { list, now }), placeholderData: (before) => before });
  const bin = view === 'bin';
  return (
    <DataTable
      name={`recordings-${view}`}
      label={title}
      list={list}
      columns={columnsOf({ say, kit: kitText(), size, time })}
      rows={query.data?.items}
      rowId={(item) => item.id}
      rowName={(item) => item.name}
      page={query.data === undefined ? { next: null } : { next: query.data.next, total: query.data.total }}
      pending={query.isPending}
      {...(query.isError && { stale: { at: query.dataUpdatedAt, retry: query.refetch } })}
      {...(bin && { phoneActs: 'below' as const })}
      {...(!bin && {
        filters: filtersOf(say, list, query.data?.items ?? []),
        bulk: (ids, clear) => <BulkActs ids={ids} onDone={clear} />,
      })}
      searchLabel={say('list.search')}
      csv={{
        file: `recordings${bin ? '-bin' : ''}.csv`,
        page: (at) => recordingsListQuery(api, view, { list: at, now }).queryFn(),
      }}
      actions={(item) => (bin ? <BinActs item={item} /> : <RecordingActs item={item} />)}
      empty={<None view={view} />}
    />
  );
}

/** Recordings: first the room that they take, then the list. `bin`: the deleted ones. */
export function RecordingsPage({ view }: { view: RecordingsView }) {
  const say = recordingsText();
  useLiveRefresh({ area: 'bigbluebutton', kinds: ['recording'] });
  const title = say(`${view}.title`);
  return (
    <>
      <PageHead
        title={title}
        sub={
          <span className="quiet">{view === 'bin' ? say('bin.sub', { days: recordingLimits.binDays }) : say(`${view}.sub`)}</span>
        }
      />
      {view !== 'bin' && <StorageBar />}
      <div className={s.table}>
        <RecordingsTable view={view} title={title} />
      </div>
    </>
  );
}

export async function loadRecordings({ api, queries, reader, url }: LoadContext, view: RecordingsView): Promise<null> {
  const client = api(recordingsApi);
  const list = readListState(url.searchParams, recordingsShape);
  await Promise.all([
    queries.ensureQueryData(recordingsListQuery(client, view, { list, now: reader.now })),
    view === 'bin' ? null : queries.ensureQueryData(storageQuery(client)),
    view === 'bin' ? null : queries.ensureQueryData(retentionQuery(client)),
  ]);
  return null;
}
