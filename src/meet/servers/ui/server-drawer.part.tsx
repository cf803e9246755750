import { ActionIcon, Button } from '@mantine/core';
import { IconAlertTriangle, IconPencil, IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import type { ResultIn } from '#kit/contract.ts';
import { useApi } from '#kit/ui/query/api.tsx';
import { useSteadyAnswer } from '#kit/ui/query/query.ts';
import { Ltr } from '#kit/ui/bits.tsx';
import { DotLine } from '#kit/ui/dot-line.tsx';
import { useFailureText } from '#kit/ui/form/failure-text.ts';
import { Banner, Bone } from '#kit/ui/feedback.tsx';
import { Link, LinkButton } from '#kit/ui/link.tsx';
import { useReader } from '#kit/ui/text/reader.tsx';
import { Duration, Time } from '#kit/ui/time.tsx';
import type { ServerItem } from '../server-views.contract.ts';
import type { serversCalls } from '../servers.contract.ts';
import type { ServerSlots } from './blocks/server-slots.part.tsx';
import { type ServerActing, mayAct, useServerActs } from './server-acts.hook.ts';
import { ServerChart } from './server-chart.part.tsx';
import { ActIcon } from './server-menu.part.tsx';
import { ServerStatus, useStateReason } from './server-state.part.tsx';
import { useServerName } from './blocks/server-name.hook.ts';
import { eventWord, hostOf, isSilent, reasonWord } from './server-words.hook.ts';
import { serverQuery, serversApi } from './servers-data.hook.ts';
import { type ServersSay, serversText } from './servers-text.hook.ts';
import s from './drawer.module.css';

type ServerDetail = ResultIn<typeof serversCalls.get>;
type ServerProps = { server: ServerDetail };

/** The way out of its trouble, when there is one to tell. */
function adviceOf(say: ServersSay, server: ServerItem): string | null {
  if (server.state === 'draining') return say('advice.draining');
  if (server.state !== 'enabled') return null;
  if (server.healthReason === 'checksumError' || server.healthReason === 'secret_lost') return say('advice.secret');
  if (server.healthReason === 'clock') return say('advice.clock');
  if (server.health === 'offline') return say('advice.offline');
  if (server.inMaintenance) return say('advice.maintenance');
  return server.health === 'degraded' ? say('advice.degraded') : null;
}

function Trouble({ server }: ServerProps) {
  const say = serversText();
  const reason = useStateReason()(server);
  const advice = adviceOf(say, server);
  if (advice === null) return null;
  return (
    <p className={s.advice} data-hue={server.state === 'enabled' && server.health === 'offline' ? 'red' : 'amber'}>
      <IconAlertTriangle size={16} stroke={2} />
      <span>
        {reason !== null && <b>{say('drawer.because', { reason })}</b>} {advice}
      </span>
    </p>
  );
}

function clockText(say: ServersSay, skewMs: number): string {
  const seconds = Math.round(Math.abs(skewMs) / 1000);
  if (seconds === 0) return say('drawer.clockOk');
  return say(skewMs > 0 ? 'drawer.ahead' : 'drawer.behind', { seconds });
}

function Facts({ server }: ServerProps) {
  const say = serversText();
  const number = (count: number) => <Ltr key="number">{say('figure.number', { count })}</Ltr>;
  const words = (all: readonly string[]) => (all.length === 0 ? null : <Ltr>{all.join(', ')}</Ltr>);
  const facts: [string, string, ReactNode][] = [
    ['answer', say('drawer.answer'), server.answerMs === null ? null : say('drawer.ms', { count: server.answerMs })],
    ['clock', say('drawer.clock'), server.clockSkewMs === null ? null : clockText(say, server.clockSkewMs)],
    ['voices', say('drawer.voices'), isSilent(server) ? null : number(server.voices)],
    ['videos', say('drawer.videos'), isSilent(server) ? null : number(server.videos)],
    ['version', say('list.version'), server.version === null ? null : <Ltr key="version">{server.version}</Ltr>],
    ['weight', say('drawer.weight'), number(server.multiplier)],
    ['hash', say('drawer.hash'), <Ltr key="hash">{server.hash}</Ltr>],
    [
      'checked',
      say('drawer.checked'),
      server.checkedAt === null ? null : <Time key="checked" at={server.checkedAt} look="time" />,
    ],
    ['region', say('drawer.region'), server.region],
    ['tags', say('drawer.tags'), words(server.tags)],
    ['pools', say('drawer.pools'), words(server.pools)],
  ];
  return (
    <dl className={s.facts}>
      {facts.flatMap(([id, label, value]) =>
        value === null
          ? []
          : [
              <div key={id}>
                <dt>{label}</dt>
                <dd className="cut">{value}</dd>
              </div>,
            ],
      )}
    </dl>
  );
}

function Running({ server }: ServerProps) {
  const say = serversText();
  const { now } = useReader();
  return (
    <section aria-labelledby="server-meetings">
      <h3 id="server-meetings" className={s.part}>
        {say('drawer.meetings')} <span className="quiet num">{say('figure.number', { count: server.running.length })}</span>
      </h3>
      {server.running.length === 0 && <p className="quiet small">{say('drawer.noMeetings')}</p>}
      <ul className={s.running}>
        {server.running.map((meeting) => (
          <li key={meeting.id}>
            <span className="grow">
              <Link to={`/rooms/meeting/${meeting.id}`} className="strong small cut">
                <bdi>{meeting.name}</bdi>
              </Link>
              <br />
              <span className="tiny quiet">{meeting.account}</span>
            </span>
            <Ltr className="small num">{say('figure.number', { count: meeting.people })}</Ltr>
            <span className={`tiny quiet ${s.length}`}>
              {meeting.startedAt !== null && <Duration minutes={Math.max(0, now - meeting.startedAt) / 60_000} />}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Past({ server }: ServerProps) {
  const say = serversText();
  return (
    <section aria-labelledby="server-past">
      <h3 id="server-past" className={s.part}>
        {say('drawer.history')}
      </h3>
      {server.events.length === 0 && <p className="quiet small">{say('drawer.noHistory')}</p>}
      <ol className={s.past}>
        {server.events.map((event) => (
          <li key={event.id} data-kind={event.kind} data-became={event.became}>
            <span className="grow">
              <DotLine>
                <span className="small strong">{eventWord(say, event)}</span>
                {event.reason !== null && event.kind !== 'changed' && event.kind !== 'panic' && (
                  <span className="small soft">{reasonWord(say, event.reason)}</span>
                )}
                {event.kind === 'changed' && event.reason !== null && (
                  <span className="small soft">
                    {event.reason
                      .split(',')
                      .map((field) => say.maybe(`form.${field}`) ?? field)
                      .join(', ')}
                  </span>
                )}
              </DotLine>
              {event.by !== null && (
                <>
                  <br />
                  <span className="tiny quiet">{event.by}</span>
                </>
              )}
            </span>
            <span className="tiny quiet">
              <Time at={event.at} />
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}

function Foot({ server, acting, slots }: ServerProps & { acting: ServerActing; slots: ServerSlots }) {
  const say = serversText();
  const nameOf = useServerName();
  const { run, busy } = acting;
  const first = (['drain', 'enable', 'check'] as const).find((act) => mayAct(act, server));
  const others = (['check', 'disable', 'retire', 'forget'] as const).filter((act) => act !== first && mayAct(act, server));
  const firstWord = (act: 'drain' | 'enable' | 'check') =>
    act === 'check'
      ? say('action.check')
      : say(act === 'drain' ? 'action.drainName' : 'action.enableName', { name: nameOf(server.name) });
  return (
    <footer className={s.foot}>
      {first !== undefined && (
        <Button variant="filled" loading={busy === first} leftSection={<ActIcon act={first} />} onClick={() => run(first)}>
          {firstWord(first)}
        </Button>
      )}
      {others.map((act) => (
        <Button key={act} loading={busy === act} onClick={() => run(act)}>
          {say(`action.${act}`)}
        </Button>
      ))}
      <slots.Send server={server} />
      <span className="grow" />
      {mayAct('panic', server) && (
        <Button variant="subtle" data-danger loading={busy === 'panic'} onClick={() => run('panic')}>
          {say('action.panic')}
        </Button>
      )}
    </footer>
  );
}

function Body({ server, slots, onClose }: ServerProps & { slots: ServerSlots; onClose: () => void }) {
  const acting = useServerActs(server, onClose);
  return (
    <>
      <div className={s.body}>
        {acting.trouble !== '' && <Banner hue="red">{acting.trouble}</Banner>}
        {acting.outcome !== '' && <Banner hue="blue">{acting.outcome}</Banner>}
        <Trouble server={server} />
        <ServerChart server={server} />
        <Facts server={server} />
        {server.note !== '' && <p className={`small soft ${s.note}`}>{server.note}</p>}
        <Running server={server} />
        <Past server={server} />
      </div>
      <Foot server={server} acting={acting} slots={slots} />
    </>
  );
}

/** The one who opened it gets the focus back; Esc closes, except where a dialog stands above. */
function useDrawerFocus(id: string, onClose: () => void) {
  const box = useRef<HTMLElement>(null);
  useEffect(() => {
    box.current?.focus();
    return () => {
      const opener = document.querySelector(`[data-server="${CSS.escape(id)}"]`);
      if (opener instanceof HTMLElement) opener.focus();
    };
  }, [id]);
  useEffect(() => {
    const hear = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented && document.querySelector('dialog[open], [role="menu"]') === null)
        onClose();
    };
    document.addEventListener('keydown', hear);
    return () => document.removeEventListener('keydown', hear);
  }, [onClose]);
  return box;
}

/** One server beside the list: its trouble, its day, what runs on it, and what one can do. */
export function ServerDrawer({ id, slots, onClose }: { id: string; slots: ServerSlots; onClose: () => void }) {
  const say = serversText();
  const nameOf = useServerName();
  const api = useApi(serversApi);
  const failureText = useFailureText(say);
  const query = useQuery(serverQuery(api, id));
  const title = useId();
  const box = useDrawerFocus(id, onClose);
  const server = useSteadyAnswer(query);
  return (
    <section ref={box} className={s.drawer} role="dialog" aria-labelledby={title} tabIndex={-1}>
      <header className={s.head}>
        <div className="grow">
          <h2 id={title} className={s.title}>
            <bdi>{server === undefined ? say('list.server') : nameOf(server.name)}</bdi>
            {server !== undefined && <ServerStatus server={server} look="pill" />}
          </h2>
          {server !== undefined && <Ltr className="small quiet">{hostOf(server.url)}</Ltr>}
        </div>
        {server !== undefined && server.state !== 'retired' && (
          <LinkButton
            to={`/servers/edit-server/${id}`}
            variant="subtle"
            size="xs"
            leftSection={<IconPencil size={16} stroke={1.75} />}
          >
            {say('action.edit')}
          </LinkButton>
        )}
        <ActionIcon size={32} variant="subtle" aria-label={say('drawer.close')} onClick={onClose}>
          <IconX size={18} stroke={1.75} />
        </ActionIcon>
      </header>
      {query.isError && server === undefined && <Banner hue="red">{failureText(query.error)}</Banner>}
      {server === undefined && !query.isError && (
        <div className={s.body}>
          <Bone w="100%" h={140} />
        </div>
      )}
      {server !== undefined && <Body server={server} slots={slots} onClose={onClose} />}
    </section>
  );
}
