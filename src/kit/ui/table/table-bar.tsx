import { IconCheck, IconColumns, IconDownload, IconFilterPlus, IconSearch } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { Chip } from '#kit/ui/bits.tsx';
import { csvOfList, download } from './csv.ts';
import { useFailureText } from '#kit/ui/form/failure-text.ts';
import { LazyMenu } from '#kit/ui/overlay/lazy-menu.tsx';
import { MenuItem, MenuLabel } from '#kit/ui/overlay/menu-parts.tsx';
import { useToast } from '#kit/ui/overlay/toast.tsx';
import { BarButton, SearchField } from '#kit/ui/light-parts.tsx';
import { type CsvExport, type DataTableProps, type ListFilter, shownColumns } from './table-shape.ts';
import type { ListControls } from './list-state.ts';
import s from './table.module.css';
import { kitText } from '#kit/ui/text/kit-text.ts';

const pause = 250;
function Search({ list, label }: { list: ListControls; label: string }) {
  const [text, setText] = useState(list.q);
  const { q, setQ } = list;
  // what the list was asked for last: an answer may be on its way, or somebody has gone on to another page
  const asked = useRef(q);
  useEffect(() => {
    asked.current = q;
    setText(q);
  }, [q]);
  const ask = () => {
    if (text === q || text === asked.current) return;
    asked.current = text;
    setQ(text);
  };
  const latest = useRef(ask);
  useEffect(() => {
    latest.current = ask;
  });
  useEffect(() => {
    if (text === q) return;
    const timer = setTimeout(() => latest.current(), pause);
    return () => clearTimeout(timer);
  }, [text, q]);
  return (
    <SearchField
      className={s.search ?? ''}
      data-list-search
      aria-label={label}
      placeholder={label}
      icon={<IconSearch size={14} stroke={2} />}
      value={text}
      onChange={(event) => setText(event.currentTarget.value)}
      // before a row is pressed: the pause would take the reader back to the list
      onBlur={ask}
    />
  );
}

const toggled = (values: readonly string[], value: string): string[] =>
  values.includes(value) ? values.filter((v) => v !== value) : [...values, value];
function FilterItems({ list, filter }: { list: ListControls; filter: ListFilter }) {
  const chosen = list.filters[filter.id] ?? [];
  return filter.options.map((option) => (
    <MenuItem
      key={option.value}
      closeMenuOnClick={false}
      role="menuitemcheckbox"
      aria-checked={chosen.includes(option.value)}
      rightSection={chosen.includes(option.value) ? <IconCheck size={14} stroke={2} /> : null}
      onClick={() => list.setFilter(filter.id, toggled(chosen, option.value))}
    >
      {option.label}
    </MenuItem>
  ));
}

function FilterMenu({ list, filters }: { list: ListControls; filters: readonly ListFilter[] }) {
  const say = kitText();
  return (
    <LazyMenu
      position="bottom-start"
      button={(props) => (
        <BarButton icon={<IconFilterPlus size={16} stroke={1.75} />} {...props}>
          {say('table.filter')}
        </BarButton>
      )}
    >
      {() =>
        filters.map((filter) => (
          <div key={filter.id}>
            <MenuLabel>{filter.title}</MenuLabel>
            <FilterItems list={list} filter={filter} />
          </div>
        ))
      }
    </LazyMenu>
  );
}

function FilterChips({ list, filters }: { list: ListControls; filters: readonly ListFilter[] }) {
  return filters.map((filter) => {
    const chosen = list.filters[filter.id] ?? [];
    if (chosen.length === 0) return null;
    const words = chosen.map((value) => filter.options.find((o) => o.value === value)?.label ?? value).join(', ');
    return (
      <Chip key={filter.id} subject={filter.title} onRemove={() => list.setFilter(filter.id, [])}>
        {words}
      </Chip>
    );
  });
}

function ColumnsMenu<R>({ props }: { props: DataTableProps<R> }) {
  const say = kitText();
  const { list, columns } = props;
  const optional = columns.filter((column) => column.optional !== undefined);
  if (optional.length === 0) return null;
  const shown = shownColumns(columns, list.columns)
    .filter((c) => c.optional !== undefined)
    .map((c) => c.id);
  return (
    <LazyMenu
      button={(props) => (
        <BarButton icon={<IconColumns size={16} stroke={1.75} />} {...props}>
          {say('table.columns')}
        </BarButton>
      )}
    >
      {() =>
        optional.map((column) => (
          <MenuItem
            key={column.id}
            closeMenuOnClick={false}
            role="menuitemcheckbox"
            aria-checked={shown.includes(column.id)}
            rightSection={shown.includes(column.id) ? <IconCheck size={14} stroke={2} /> : null}
            onClick={() => list.setColumns(toggled(shown, column.id))}
          >
            {column.title}
          </MenuItem>
        ))
      }
    </LazyMenu>
  );
}

function CsvButton<R>({ props, csv }: { props: DataTableProps<R>; csv: CsvExport<R> }) {
  const say = kitText();
  const failureText = useFailureText();
  const toast = useToast();
  const [busy, setBusy] = useState('');
  const run = () => {
    setBusy('busy');
    void csvOfList(csv, props.columns, props.list)
      .then((text) => download(csv.file, text))
      .catch((error: unknown) => toast({ text: failureText(error) }))
      .finally(() => setBusy(''));
  };
  return (
    <BarButton
      state={busy === '' ? 'ready' : 'busy'}
      aria-label={say('table.csvLabel')}
      icon={<IconDownload size={16} stroke={1.75} />}
      onClick={run}
    >
      <bdi className={s.csv}>{say('table.csv')}</bdi>
    </BarButton>
  );
}

export function ListBar<R>({ props }: { props: DataTableProps<R> }) {
  const say = kitText();
  const { list, filters = [] } = props;
  return (
    <search className={s.bar}>
      <Search list={list} label={props.searchLabel ?? say('table.search')} />
      {props.beside}
      <FilterChips list={list} filters={filters} />
      {filters.length > 0 && <FilterMenu list={list} filters={filters} />}
      <span className="grow" />
      {props.csv && <CsvButton props={props} csv={props.csv} />}
      <span className={s.columns}>
        <ColumnsMenu props={props} />
      </span>
    </search>
  );
}
