import { useQuery } from '@tanstack/react-query';
import { EmptyState } from '#kit/ui/empty.tsx';
import { useApi } from '#kit/ui/query/api.tsx';
import { useSizeText } from '#kit/ui/size-text.ts';
import { DataTable } from '#kit/ui/table/data-table.tsx';
import type { ListControls } from '#kit/ui/table/list-state.ts';
import type { TableColumn } from '#kit/ui/table/table-shape.ts';
import { Time, useTimeText } from '#kit/ui/time.tsx';
import type { FileView } from '../files.contract.ts';
import { fileKinds, libraryLimits } from '../files.rules.ts';
import { NameCell, OwnerCell, UsedCell } from './file-cells.part.tsx';
import { BinActs, FileActs } from './file-menu.part.tsx';
import { folderOf, libraryApi, libraryListQuery, type LibraryView } from './files-data.hook.ts';
import { type FilesSay, filesText } from './files-text.hook.ts';
import { UploadButton } from './upload-button.part.tsx';

type ColumnWords = { say: FilesSay; size: (bytes: number) => string; time: ReturnType<typeof useTimeText> };
function columnsOf({ say, size, time }: ColumnWords): TableColumn<FileView>[] {
  return [
    {
      id: 'name',
      title: say('list.name'),
      lead: 'lead',
      phone: 'name',
      sort: 'sortable',
      text: ({ name }) => name,
      cell: (file) => <NameCell file={file} />,
    },
    {
      id: 'usedIn',
      title: say('list.usedIn'),
      narrow: 'hide',
      text: ({ usedIn }) => usedIn.map(({ name }) => name).join(', '),
      cell: (file) => <UsedCell file={file} />,
    },
    {
      id: 'owner',
      title: say('list.owner'),
      narrow: 'hide',
      text: ({ owner }) => owner.name,
      cell: (file) => <OwnerCell file={file} />,
    },
    {
      id: 'size',
      title: say('list.size'),
      align: 'end',
      phone: 'state',
      text: ({ version }) => (version.bytes === 0 ? '' : size(version.bytes)),
      cell: ({ version }) => (version.bytes === 0 ? <span className="quiet">–</span> : size(version.bytes)),
    },
    {
      id: 'changed',
      title: say('list.changed'),
      sort: 'sortable',
      phone: 'time',
      text: (file) => time(file.deletedAt ?? file.updatedAt, 'full'),
      cell: (file) => <Time at={file.deletedAt ?? file.updatedAt} />,
    },
  ];
}

type NoneProps = Pick<Props, 'list' | 'view' | 'may' | 'onFiles'>;
function None({ list, view, may, onFiles }: NoneProps) {
  const say = filesText();
  if (view === 'bin') return <EmptyState title={say('none.bin')} text={say('none.binText', { days: libraryLimits.binDays })} />;
  if (folderOf(list) !== null)
    return (
      <EmptyState title={say('none.folder')} text={say(may === 'edit' ? 'none.folderText' : 'none.look')}>
        {may === 'edit' && onFiles !== undefined && <UploadButton look="default" onFiles={onFiles} />}
      </EmptyState>
    );
  return <EmptyState title={say('none.title')} text={say(may === 'edit' ? 'none.text' : 'none.look')} />;
}

type Props = {
  list: ListControls;
  view: LibraryView;
  may: 'edit' | 'look';
  onReplace: (file: FileView, content: File) => void;
  /** Uploads into the folder that is shown. */
  onFiles?: (files: readonly File[]) => void;
};
export function LibraryTable({ list, view, may, onReplace, onFiles }: Props) {
  const say = filesText();
  const size = useSizeText();
  const time = useTimeText();
  const api = useApi(libraryApi);
  const query = useQuery({ ...libraryListQuery(api, list, view), placeholderData: (before) => before });
  const kinds = fileKinds.map((value) => ({ value, label: say(`kind.${value}`) }));
  // a subject narrows to one value: choosing another takes the place of the first
  // the folder that is open is where one is, and narrows nothing
  const narrowed = list.q !== '' || (list.filters['kind'] ?? []).length > 0;
  const oneEach: ListControls = { ...list, narrowed, setFilter: (id, values) => list.setFilter(id, values.slice(-1)) };
  return (
    <DataTable
      name={`library-${view}`}
      label={view === 'bin' ? say('list.bin') : say('list.title')}
      list={oneEach}
      columns={columnsOf({ say, size, time })}
      rows={query.data?.items}
      rowId={(file) => file.id}
      rowName={(file) => file.name}
      page={query.data === undefined ? { next: null } : { next: query.data.next, total: query.data.total }}
      pending={query.isPending}
      {...(query.isError && { stale: { at: query.dataUpdatedAt, retry: query.refetch } })}
      searchLabel={say('list.search')}
      csv={{ file: `library${view === 'bin' ? '-bin' : ''}.csv`, page: (at) => libraryListQuery(api, at, view).queryFn() }}
      filters={[{ id: 'kind', title: say('list.kind'), options: kinds }]}
      actions={(file) => (view === 'bin' ? <BinActs file={file} /> : <FileActs file={file} onReplace={onReplace} />)}
      empty={<None list={list} view={view} may={may} {...(onFiles !== undefined && { onFiles })} />}
    />
  );
}
