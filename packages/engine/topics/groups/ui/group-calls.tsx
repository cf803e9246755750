import { IconSpeakerphone, IconUserPlus, IconUsersGroup, IconX } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { GroupsView } from '#topics/groups/group-schemas.ts';
import { useEngineNow } from '#topics/groups/ui/group-time.tsx';
import s from '#topics/groups/ui/groups.module.css';
import { groupName, roomName, useGroupsCommand, useGroupsText } from '#topics/groups/ui/groups-text.ts';
import { chime, handRaised } from '#ui/media/chime.ts';
import { rememberedHandSound } from '#ui/memory.ts';
import { Menu, MenuItem } from '#ui/menu.tsx';
import { useNow } from '#ui/now.ts';
import { Button, Hidden, IconButton } from '#ui/parts.tsx';
import { useMeeting, useMeetingState } from '#ui/room-context.tsx';
import { may } from '#ui/state.ts';

type GroupsRun = NonNullable<GroupsView['run']>;
/** Milliseconds that something is shown. */
const SHOWN_MS = 10_000;

/** Calls and announcements while groups run. */
export function GroupCalls() {
  const state = useMeetingState();
  const { run } = state.topics.groups;
  useHelpSound(run);
  if (run === null) return null;
  return (
    <div className={s.calls}>
      <CalledElsewhere run={run} />
      <Announcement run={run} />
      <TimeWords run={run} />
      {may(state, 'groups') && <LateComers run={run} />}
    </div>
  );
}

/** Once for each call, for hosts who want sounds. */
function useHelpSound(run: GroupsRun | null): void {
  const leads = may(useMeetingState(), 'groups');
  const last = Math.max(0, ...(run?.groups ?? []).map(({ help }) => help?.at ?? 0));
  const heard = useRef(last);
  useEffect(() => {
    if (leads && last > heard.current && rememberedHandSound() === 'on') chime(handRaised);
    heard.current = Math.max(heard.current, last);
  }, [leads, last]);
}

/** Somebody who belongs elsewhere is taken there, once for each place: a person who stayed or came back is left alone. */
function CalledElsewhere({ run }: { run: GroupsRun }) {
  const state = useMeetingState();
  const { here } = state.topics.groups;
  const [answered, setAnswered] = useState<string | null>(null);
  const call = `${run.id}/${run.mine}`;
  useEffect(() => {
    if (here === run.mine) setAnswered(call);
  }, [here, run.mine, call]);
  const mayStayInGroup = run.mine === null && (may(state, 'groups') || run.mode === 'free');
  if (here === run.mine || answered === call || mayStayInGroup || state.changingTo !== null) return null;
  return <Countdown key={call} run={run} answered={() => setAnswered(call)} />;
}

const COUNTDOWN_MS = 5_000;
function Countdown({ run, answered }: { run: GroupsRun; answered(): void }) {
  const text = useGroupsText();
  const meeting = useMeeting();
  const now = useNow(250);
  const [startedAt] = useState(now);
  const left = Math.max(0, COUNTDOWN_MS - (now - startedAt));
  const room = roomName(text, run.groups, run.mine);
  const go = () => {
    answered();
    void meeting.changeRoom(run.mine ?? 'main');
  };
  const isOver = left === 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, at the end of the countdown
  useEffect(() => {
    if (isOver) go();
  }, [isOver]);
  return (
    <div className={s.toast} data-call>
      <IconUsersGroup size={20} stroke={1.75} aria-hidden="true" />
      <span aria-hidden="true">{text('going', { room, seconds: Math.ceil(left / 1_000) })}</span>
      <Hidden>
        <span role="status">{text('going', { room, seconds: COUNTDOWN_MS / 1_000 })}</span>
      </Hidden>
      <Button size="xs" look="quiet" onClick={answered}>
        {text('stay')}
      </Button>
      <Button size="xs" look="accent" onClick={go}>
        {text('goNow')}
      </Button>
    </div>
  );
}

/** Shown for a while, and until it is closed. */
function Toast({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  const text = useGroupsText();
  const [shown, setShown] = useState<'shown' | 'closed'>('shown');
  useEffect(() => {
    const timer = setTimeout(() => setShown('closed'), SHOWN_MS);
    return () => clearTimeout(timer);
  }, []);
  if (shown === 'closed') return null;
  return (
    <div className={s.toast} role="status">
      {icon}
      <span>{children}</span>
      <IconButton icon={IconX} size={28} label={text('close')} onClick={() => setShown('closed')} />
    </div>
  );
}

/** People who come later do not hear what was said long before. */
function Announcement({ run }: { run: GroupsRun }) {
  const now = useEngineNow();
  const [from] = useState(now);
  const { announcement } = run;
  if (announcement === null || announcement.at < from - SHOWN_MS) return null;
  const { id, name, text } = announcement;
  return (
    <Toast key={id} icon={<IconSpeakerphone size={20} stroke={1.75} aria-hidden="true" />}>
      <b>
        <bdi>{name}</bdi>
      </b>{' '}
      <bdi>{text}</bdi>
    </Toast>
  );
}

/** Said at one minute and at ten seconds, and when there is more time than before. */
function TimeWords({ run: { endsAt } }: { run: GroupsRun }) {
  const text = useGroupsText();
  const now = useEngineNow();
  const [first] = useState({ endsAt });
  if (endsAt === null) return null;
  const left = endsAt - now;
  const icon = <IconUsersGroup size={20} stroke={1.75} aria-hidden="true" />;
  if (left <= 10_000)
    return (
      <Toast key="seconds" icon={icon}>
        {text('secondsLeft')}
      </Toast>
    );
  if (left <= 60_000)
    return (
      <Toast key="minute" icon={icon}>
        {text('minuteLeft')}
      </Toast>
    );
  return endsAt > (first.endsAt ?? endsAt) ? (
    <Toast key={endsAt} icon={icon}>
      {text('extended')}
    </Toast>
  ) : null;
}

/** People who came since, and belong to no group, one at a time. */
function LateComers({ run }: { run: GroupsRun }) {
  const text = useGroupsText();
  const send = useGroupsCommand();
  const { people } = useMeetingState().topics.groups;
  const [seen, setSeen] = useState<readonly string[]>(() => people.map(({ key }) => key));
  const late = people.find(({ key, host, member, group }) => !host && member !== null && group === null && !seen.includes(key));
  if (late === undefined || run.mode === 'free') return null;
  const close = () => setSeen([...seen, late.key]);
  return (
    <div className={s.toast} role="status">
      <IconUserPlus size={20} stroke={1.75} aria-hidden="true" />
      <span>{text('joinedLate', { name: late.name })}</span>
      <Menu
        label={text('addTo')}
        opener={(opener) => (
          <Button {...opener} size="xs" look="accent">
            {text('addTo')}
          </Button>
        )}
      >
        {run.groups.map((group) => (
          <MenuItem
            key={group.id}
            icon={IconUsersGroup}
            onClick={() => void send({ do: 'move', person: late.key, to: group.id })}
          >
            {groupName(text, group)}
          </MenuItem>
        ))}
      </Menu>
      <IconButton icon={IconX} size={28} label={text('close')} onClick={close} />
    </div>
  );
}
