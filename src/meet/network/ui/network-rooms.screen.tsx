import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { useApi } from '#kit/ui/query/api.tsx';
import { hasScope } from '#kit/ui/auth/session-user.ts';
import { PageHead, Tag } from '#kit/ui/bits.tsx';
import { EmptyState } from '#kit/ui/empty.tsx';
import { LinkButton } from '#kit/ui/link.tsx';
import { useLiveRefresh } from '#kit/ui/query/live.ts';
import { loadable } from '#kit/ui/query/loadable.tsx';
import type { LoadContext } from '#kit/ui/screen.ts';
import { LiveStatus } from '#kit/ui/status-shape.tsx';
import type { NetworkRoom } from '../network.contract.ts';
import { networkApi, partnersQuery, offersQuery, roomsQuery, useNetworkRefresh } from './network-data.hook.ts';
import { networkText } from './network-text.hook.ts';
import s from './network.module.css';
import { Offers } from './offers.part.tsx';
import { Partners } from './partners.part.tsx';

const WhoDialog = loadable(async () => (await import('./who-dialog.part.tsx')).WhoDialog);

type RowProps = { room: NetworkRoom; manages: boolean; onWho: () => void };
function RoomRow({ room, manages, onWho }: RowProps) {
  const say = networkText();
  const api = useApi(networkApi);
  const refresh = useNetworkRefresh();
  const [busy, setBusy] = useState('');
  const decline = async () => {
    setBusy('decline');
    await api.network.answer({ params: { id: room.id }, body: { state: 'declined' } }).finally(() => setBusy(''));
    await refresh();
  };
  const taken = room.state === 'accepted';
  return (
    <li className={s.item}>
      <span className={s.words}>
        <bdi className="strong">{room.name}</bdi>
        <br />
        <span className="small quiet">{say('room.from', { account: room.from.name, role: room.role })}</span>
      </span>
      {room.live && <LiveStatus />}
      {manages && !room.live && (
        <Tag hue={taken ? 'green' : room.state === 'declined' ? 'grey' : 'blue'}>{say('room.state', { state: room.state })}</Tag>
      )}
      {room.slug !== null && (
        <LinkButton to={`/m/${room.slug}`} size="md" variant="filled" aria-label={say('room.joinName', { room: room.name })}>
          {say('room.join')}
        </LinkButton>
      )}
      {manages && (
        <Button size="md" {...(!taken && { variant: 'filled' })} onClick={onWho}>
          {taken ? say('room.who') : say('room.accept')}
        </Button>
      )}
      {manages && room.state !== 'declined' && (
        <Button size="md" variant="subtle" loading={busy === 'decline'} onClick={() => void decline()}>
          {taken ? say('room.leave') : say('room.decline')}
        </Button>
      )}
    </li>
  );
}

/** `/network/rooms`: rooms of other accounts, and for those who manage the own offers and partners. */
export function Screen() {
  const say = networkText();
  const api = useApi(networkApi);
  const [cursors, setCursors] = useState<readonly string[]>([]);
  const [open, setOpen] = useState<NetworkRoom | null>(null);
  const cursor = cursors.at(-1) ?? null;
  const { data } = useQuery({ ...roomsQuery(api, cursor), placeholderData: (before) => before });
  useLiveRefresh({ area: 'bigbluebutton', kinds: ['network', 'room'] });
  const next = data?.next ?? null;
  const manages = data?.rights.manage === true;
  return (
    <>
      <PageHead title={say('page.title')} sub={<span className="quiet">{say('page.sub')}</span>} />
      {data !== undefined && data.items.length === 0 ? (
        <EmptyState title={say('page.emptyTitle')} text={say('page.emptyText')} />
      ) : (
        <ul className={s.list}>
          {(data?.items ?? []).map((room) => (
            <RoomRow key={room.id} room={room} manages={manages} onWho={() => setOpen(room)} />
          ))}
        </ul>
      )}
      {next !== null && (
        <Button size="md" onClick={() => setCursors((now) => [...now, next])}>
          {say('page.more')}
        </Button>
      )}
      {manages && (
        <>
          <Offers />
          <Partners />
        </>
      )}
      {open !== null && (
        <Suspense>
          <WhoDialog room={open} onClose={() => setOpen(null)} />
        </Suspense>
      )}
    </>
  );
}

export const load = async ({ api, queries, user }: LoadContext) => {
  const client = api(networkApi);
  const manages = user !== null && hasScope(user.scope, 'network.manage');
  await Promise.all([
    queries.ensureQueryData(roomsQuery(client, null)),
    ...(manages ? [queries.ensureQueryData(offersQuery(client, null)), queries.ensureQueryData(partnersQuery(client))] : []),
  ]);
  return null;
};
