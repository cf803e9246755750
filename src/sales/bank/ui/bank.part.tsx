import { Button, TextInput } from '@mantine/core';
import { IconSearch, IconSettings } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { useApi } from '#kit/ui/query/api.tsx';
import { useFailureText } from '#kit/ui/form/failure-text.ts';
import { Banner, Bone } from '#kit/ui/feedback.tsx';
import { useLiveRefresh } from '#kit/ui/query/live.ts';
import { loadable } from '#kit/ui/query/loadable.tsx';
import { useMoney } from '#sales/billing/ui/blocks/money.hook.ts';
import type { EntryView } from '../bank.contract.ts';
import { bankApi, bankSettingsQuery, queueQuery } from './bank-data.hook.ts';
import { History } from './bank-history.part.tsx';
import { Queue } from './bank-queue.part.tsx';
import { bankText } from './bank-text.hook.ts';
import { Upload } from './bank-upload.part.tsx';
import s from './bank.module.css';

const SettingsDialog = loadable(async () => (await import('./bank-settings.part.tsx')).SettingsDialog);

type Figure = { id: 'came' | 'sure' | 'check' | 'none'; lines: readonly EntryView[] };
/** What waits, by how sure it is; sums by currency. */
function Figures({ items }: { items: readonly EntryView[] }) {
  const say = bankText();
  const amountText = useMoney();
  const came = items.filter((one) => one.amount > 0);
  const of = (group: string) => came.filter((one) => one.match?.group === group);
  const figures: Figure[] = [
    { id: 'came', lines: came },
    { id: 'check', lines: of('check') },
    { id: 'sure', lines: of('sure') },
    { id: 'none', lines: of('none') },
  ];
  const sums = (lines: readonly EntryView[]) => {
    const by = new Map<string, number>();
    for (const { amount, currency } of lines) by.set(currency, (by.get(currency) ?? 0) + amount);
    return [...by];
  };
  return (
    <ul className={s.figures}>
      {figures.map(({ id, lines }) => (
        <li key={id}>
          <span className="small quiet">{say(`figures.${id}`)}</span>
          <span className={s.figure} data-hue={id === 'check' && lines.length > 0 ? 'amber' : undefined}>
            {lines.length}
          </span>
          <span className="tiny quiet num">
            {sums(lines).map(([currency, amount]) => (
              <bdi key={currency}>{amountText(amount, currency)} </bdi>
            ))}
            {lines.length === 0 && '–'}
          </span>
        </li>
      ))}
    </ul>
  );
}

/** What the program may do by itself, in a sentence. */
function ByItself({ onChange }: { onChange: () => void }) {
  const say = bankText();
  const { data } = useQuery(bankSettingsQuery(useApi(bankApi)));
  if (data === undefined) return null;
  const { autoAfter, confirmed } = data;
  const left = autoAfter === null ? null : Math.max(0, autoAfter - confirmed);
  return (
    <p className={s.byItself}>
      <span className="small soft">
        {left === null ? say('auto.never') : left === 0 ? say('auto.now') : say('auto.after', { left })}
      </span>
      <Button size="xs" variant="subtle" leftSection={<IconSettings size={16} stroke={1.75} />} onClick={onChange}>
        {say('settings.open')}
      </Button>
    </p>
  );
}

type SearchProps = { search: string; onSearch: (text: string) => void };
/** Finds a line among more than are shown. */
function LineSearch({ search, onSearch }: SearchProps) {
  const say = bankText();
  return (
    <TextInput
      type="search"
      size="md"
      className={s.search ?? ''}
      aria-label={say('search.label')}
      placeholder={say('search.label')}
      leftSection={<IconSearch size={16} stroke={1.75} />}
      dir="auto"
      autoComplete="off"
      maxLength={100}
      value={search}
      onChange={(event) => onSearch(event.currentTarget.value)}
    />
  );
}

/** As many are seen without looking for one. */
const AT_A_GLANCE = 10;

/** Statements of the bank: read, proposed for what they pay, confirmed. */
export function Bank() {
  const say = bankText();
  const api = useApi(bankApi);
  const failureText = useFailureText(say);
  const [setting, setSetting] = useState('no');
  const [search, setSearch] = useState('');
  const text = search.trim();
  const query = useQuery({ ...queueQuery(api, text), placeholderData: (before) => before });
  useLiveRefresh({ area: 'admin', kinds: ['billing'] });
  const items = query.data?.items;
  const searches = text !== '' || (items?.length ?? 0) > AT_A_GLANCE;
  return (
    <div className={s.page}>
      <Upload />
      <ByItself onChange={() => setSetting('yes')} />
      {query.error !== null && <Banner hue="red">{failureText(query.error)}</Banner>}
      {items !== undefined && items.length > 0 && <Figures items={items} />}
      {searches && <LineSearch search={search} onSearch={setSearch} />}
      {items !== undefined && text !== '' && items.length === 0 ? (
        <p className="small quiet" role="status">
          {say('search.nothing')}
        </p>
      ) : (
        items !== undefined && <Queue items={items} more={query.data?.more ?? 0} />
      )}
      <History />
      {setting === 'yes' && (
        <Suspense fallback={<Bone w="100%" h={20} />}>
          <SettingsDialog onClose={() => setSetting('no')} />
        </Suspense>
      )}
    </div>
  );
}
