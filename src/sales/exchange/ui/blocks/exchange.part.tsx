import { Button, NativeSelect } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { IconPlus } from '@tabler/icons-react';
import { type ReactNode, Suspense, useState } from 'react';
import { useApi } from '#kit/ui/query/api.tsx';
import { Panel } from '#kit/ui/bits.tsx';
import { loadable } from '#kit/ui/query/loadable.tsx';
import type { LoadContext } from '#kit/ui/screen.ts';
import { rateSources } from '../../exchange.rules.ts';
import { anyRates, exchangeApi, type Looking, ratesQuery, stateQuery } from '../exchange-data.hook.ts';
import { exchangeText } from '../exchange-text.hook.ts';
import { RateBank } from '../rate-bank.part.tsx';
import { RateList, useRateCurrencies } from '../rate-list.part.tsx';
import s from '../exchange.module.css';

const RatesDialog = loadable(async () => (await import('../rates-dialog.part.tsx')).RatesDialog);

/** What the tab is shown with. */
export const exchangeNeeds = ({ api, queries }: LoadContext): readonly Promise<unknown>[] => {
  const client = api(exchangeApi);
  return [queries.ensureQueryData(stateQuery(client)), queries.ensureQueryData(ratesQuery(client, anyRates, null))];
};

const sourceFrom = (value: string): Looking['source'] => rateSources.find((one) => one === value) ?? '';

function Filters({ looking, onLook }: { looking: Looking; onLook: (looking: Looking) => void }) {
  const say = exchangeText();
  const currencies = useRateCurrencies();
  const known = useSuspenseQuery(ratesQuery(useApi(exchangeApi), anyRates, null)).data.items.length > 0;
  const plain = looking.source === '' && looking.currency === '';
  if (plain && !known) return null;
  return (
    <div className={s.filters}>
      <NativeSelect
        aria-label={say('list.source')}
        value={looking.source}
        data={[{ value: '', label: say('list.all') }, ...rateSources.map((value) => ({ value, label: say(`sources.${value}`) }))]}
        onChange={(event) => onLook({ ...looking, source: sourceFrom(event.currentTarget.value) })}
      />
      <NativeSelect
        aria-label={say('list.currency')}
        value={looking.currency}
        data={[{ value: '', label: say('list.anyCurrency') }, ...currencies]}
        onChange={(event) => onLook({ ...looking, currency: event.currentTarget.value })}
      />
    </div>
  );
}

/** Where the rates come from, all of them, and those that are entered by hand. `children`: a note above about what is missing. */
export function ExchangeRates({ children }: { children?: ReactNode }) {
  const say = exchangeText();
  const [looking, setLooking] = useState(anyRates);
  const [adding, setAdding] = useState<'no' | 'yes'>('no');
  return (
    <div className={s.page}>
      <p className="soft">{say('hint')}</p>
      {children}
      <RateBank />
      <Panel
        id="exchange-rates"
        title={say('list.title')}
        flush="flush"
        aside={
          <Button variant="filled" leftSection={<IconPlus size={16} />} onClick={() => setAdding('yes')}>
            {say('add.open')}
          </Button>
        }
      >
        <Filters looking={looking} onLook={setLooking} />
        <RateList looking={looking} />
      </Panel>
      <Suspense>{adding === 'yes' && <RatesDialog onClose={() => setAdding('no')} />}</Suspense>
    </div>
  );
}
