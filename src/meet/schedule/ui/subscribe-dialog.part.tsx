import { Button, NativeSelect } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Ltr } from '#kit/ui/bits.tsx';
import { CopyButton } from '#kit/ui/copy.tsx';
import { Banner } from '#kit/ui/feedback.tsx';
import { useFailureText } from '#kit/ui/form/failure-text.ts';
import { useAsk } from '#kit/ui/overlay/ask.tsx';
import { Dialog } from '#kit/ui/overlay/dialog.tsx';
import dialogs from '#kit/ui/overlay/dialog.module.css';
import { useApi } from '#kit/ui/query/api.tsx';
import { useTimeText } from '#kit/ui/time.tsx';
import type { CalendarFeed } from '../schedule.contract.ts';
import s from './date-drawer.module.css';
import { feedsQuery, roomChoiceQuery, scheduleApi, useScheduleRefresh } from './schedule-data.hook.ts';
import { scheduleText } from './schedule-text.hook.ts';

function useFeedActs(roomId: string | null, known: CalendarFeed | undefined) {
  const say = scheduleText();
  const ask = useAsk();
  const failureText = useFailureText(say);
  const refresh = useScheduleRefresh();
  const { schedule } = useApi(scheduleApi);
  const [state, setState] = useState<{ url: string | null; trouble: string | null }>({ url: null, trouble: null });
  const run = async (work: () => Promise<string | null>) => {
    try {
      setState({ url: await work(), trouble: null });
    } catch (error) {
      setState({ url: null, trouble: failureText(error) });
    }
    await refresh();
  };
  const question = {
    title: say('feed.renewTitle'),
    lead: say('feed.renewLead'),
    verb: say('feed.renew'),
    safe: say('move.keep'),
  };
  const make = async () => {
    if (known !== undefined && !(await ask(question))) return;
    await run(async () => (await schedule.makeFeed({ body: { roomId } })).url);
  };
  const end = (id: string) => run(() => schedule.endFeed({ params: { id } }).then(() => null));
  return {
    ...state,
    make: () => void make(),
    end: (id: string) => void end(id),
    forget: () => setState({ url: null, trouble: null }),
  };
}

function FeedState({ feed }: { feed: CalendarFeed }) {
  const say = scheduleText();
  const time = useTimeText();
  const { createdAt, readAt, reader } = feed;
  return (
    <p className="small soft">
      {say('feed.made', { time: time(createdAt) })}{' '}
      {readAt === null
        ? say('feed.unread')
        : say('feed.read', { time: time(readAt), reader: reader ?? say('feed.unknownReader') })}
    </p>
  );
}

/** The secret address; shown once. */
function FeedAddress({ url }: { url: string }) {
  const say = scheduleText();
  return (
    <>
      <div className={s.address}>
        <Ltr mono="mono">{url}</Ltr>
        <CopyButton text={url} />
      </div>
      <p className="small soft">{say('feed.once')}</p>
      <a className="link small" href={url.replace(/^https?:/, 'webcal:')}>
        {say('feed.open')}
      </a>
    </>
  );
}

/** The calendar in other programs: a secret address for one room or all. */
export function SubscribeDialog({ room, onClose }: { room: string | null; onClose: () => void }) {
  const say = scheduleText();
  const api = useApi(scheduleApi);
  const { data: feeds } = useQuery(feedsQuery(api));
  const { data: rooms } = useQuery(roomChoiceQuery(api));
  const [roomId, setRoomId] = useState(room);
  const known = feeds?.items.find((feed) => (feed.room?.id ?? null) === roomId);
  const acts = useFeedActs(roomId, known);
  return (
    <Dialog title={say('feed.title')} lead={say('feed.lead')} width={520} onClose={onClose}>
      <div className={s.feed}>
        {acts.trouble !== null && <Banner hue="red">{acts.trouble}</Banner>}
        <NativeSelect
          label={say('feed.holds')}
          value={roomId ?? ''}
          data={[
            { value: '', label: say('feed.mine') },
            ...(rooms?.items ?? []).map(({ id, name }) => ({ value: id, label: name })),
          ]}
          onChange={({ currentTarget: { value } }) => {
            setRoomId(value === '' ? null : value);
            acts.forget();
          }}
        />
        {acts.url !== null && <FeedAddress url={acts.url} />}
        {known !== undefined && acts.url === null && <FeedState feed={known} />}
        <p className="small quiet">{say('feed.secret')}</p>
      </div>
      <div className={dialogs.acts}>
        {known !== undefined && (
          <Button size="md" variant="subtle" data-danger onClick={() => acts.end(known.id)}>
            {say('feed.end')}
          </Button>
        )}
        {acts.url === null && (
          <Button
            size="md"
            variant={known === undefined ? 'filled' : 'default'}
            leftSection={known !== undefined && <IconRefresh size={16} stroke={1.75} />}
            onClick={acts.make}
          >
            {say(known === undefined ? 'feed.make' : 'feed.renew')}
          </Button>
        )}
        <Button size="md" variant={known === undefined && acts.url === null ? 'default' : 'filled'} onClick={onClose}>
          {say('feed.done')}
        </Button>
      </div>
    </Dialog>
  );
}
