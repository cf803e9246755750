import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { DotLine } from '#kit/ui/dot-line.tsx';
import { useApi } from '#kit/ui/query/api.tsx';
import { loadable } from '#kit/ui/query/loadable.tsx';
import { networkApi, offersQuery, useNetworkRefresh } from './network-data.hook.ts';
import { networkText } from './network-text.hook.ts';
import s from './network.module.css';

const OfferDialog = loadable(async () => (await import('./offer-dialog.part.tsx')).OfferDialog);

/** Rooms that the own account offers, and who took them. */
export function Offers() {
  const say = networkText();
  const api = useApi(networkApi);
  const refresh = useNetworkRefresh();
  const [cursors, setCursors] = useState<readonly string[]>([]);
  const [dialog, setDialog] = useState('closed');
  const { data } = useQuery({ ...offersQuery(api, cursors.at(-1) ?? null), placeholderData: (before) => before });
  const end = async (id: string) => {
    await api.network.endOffer({ params: { id } });
    await refresh();
  };
  const next = data?.next ?? null;
  return (
    <section className={s.section} aria-labelledby="offers">
      <div className={s.head}>
        <h2 id="offers">{say('offers.title')}</h2>
        <Button size="md" leftSection={<IconPlus size={16} stroke={2} />} onClick={() => setDialog('open')}>
          {say('offers.add')}
        </Button>
      </div>
      {data !== undefined && data.items.length === 0 && <p className="quiet">{say('offers.none')}</p>}
      {data !== undefined && data.items.length > 0 && (
        <ul className={s.list}>
          {data.items.map((one) => (
            <li key={one.id} className={s.item}>
              <span className={s.words}>
                <bdi className="strong">{one.room.name}</bdi>
                <br />
                <span className="small quiet">
                  <DotLine>
                    {one.to === null ? say('offers.wide') : one.to.name}
                    {say('offers.roleName', { role: one.role })}
                    {say('offers.taken', { count: one.taken.length })}
                  </DotLine>
                </span>
              </span>
              <Button
                size="md"
                variant="subtle"
                aria-label={say('offers.endName', { room: one.room.name })}
                onClick={() => void end(one.id)}
              >
                {say('offers.end')}
              </Button>
            </li>
          ))}
        </ul>
      )}
      {next !== null && (
        <Button size="md" onClick={() => setCursors((now) => [...now, next])}>
          {say('page.more')}
        </Button>
      )}
      {dialog === 'open' && (
        <Suspense>
          <OfferDialog onClose={() => setDialog('closed')} />
        </Suspense>
      )}
    </section>
  );
}
