import { Button, TextInput } from '@mantine/core';
import { IconVideo } from '@tabler/icons-react';
import { type FormEvent, useRef, useState } from 'react';
import { useApi } from '#kit/ui/query/api.tsx';
import { useAuth } from '#kit/ui/auth/auth.tsx';
import { useFailureText } from '#kit/ui/form/failure-text.ts';
import { track } from '#kit/ui/track.ts';
import { Link, LinkButton } from '#kit/ui/link.tsx';
import { WithWayOut } from '#kit/ui/way-out.tsx';
import { meetingsCalls } from '#meet/meetings/meetings.contract.ts';
import { useGoToMeeting } from '#meet/meetings/ui/blocks/go-to-meeting.hook.ts';
import { roomsCalls } from '#meet/rooms/rooms.contract.ts';
import { roomLimits } from '#meet/rooms/rooms.rules.ts';
import s from './landing.module.css';
import { pagesText } from './pages-text.hook.ts';

const startApi = { rooms: roomsCalls, meetings: meetingsCalls };

/** Makes a room of that name and opens it. When opening fails, the next try opens the same room and makes no second one. */
function useStart() {
  const api = useApi(startApi);
  const go = useGoToMeeting();
  const failureText = useFailureText(pagesText());
  const made = useRef<{ name: string; id: string } | null>(null);
  const [state, setState] = useState<{ busy: 'busy' | 'no'; trouble: string }>({ busy: 'no', trouble: '' });
  const open = async (name: string) => {
    setState({ busy: 'busy', trouble: '' });
    try {
      if (made.current?.name !== name) {
        made.current = { name, id: (await api.rooms.create({ body: { name } })).id };
        track('create_room');
      }
      const { id } = made.current;
      const ticket = await api.meetings.start({ params: { id } });
      track('start_meeting');
      await go(ticket.url, { back: `/rooms/${id}` });
      setState({ busy: 'no', trouble: '' });
    } catch (error) {
      setState({ busy: 'no', trouble: failureText(error) });
    }
  };
  return { ...state, open: (name: string) => void open(name), say: (trouble: string) => setState({ busy: 'no', trouble }) };
}

function NameAndStart() {
  const say = pagesText();
  const start = useStart();
  const [name, setName] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    // what was typed before the page came alive stands in the field only
    const typed = (field.current?.value ?? name).trim();
    if (typed.length >= roomLimits.name.min) return start.open(typed);
    start.say(say('landing.nameShort', { min: roomLimits.name.min }));
    field.current?.focus();
  };
  return (
    <form className={s.row} onSubmit={submit} noValidate>
      <TextInput
        ref={field}
        size="lg"
        className={s.field}
        aria-label={say('landing.nameLabel')}
        placeholder={say('landing.namePlaceholder')}
        autoComplete="off"
        maxLength={roomLimits.name.max}
        value={name}
        error={start.trouble === '' ? undefined : <WithWayOut>{start.trouble}</WithWayOut>}
        onChange={(event) => {
          setName(event.currentTarget.value);
          start.say('');
        }}
      />
      <Button
        type="submit"
        variant="filled"
        size="lg"
        loading={start.busy === 'busy'}
        leftSection={<IconVideo size={20} stroke={1.75} />}
      >
        {say('landing.start')}
      </Button>
    </form>
  );
}

/** For the signed-in: a name, and the meeting runs. Who may not make rooms is led to those that are there. */
export function StartMember() {
  const say = pagesText();
  const { can } = useAuth();
  if (!can('rooms.create') || !can('rooms.start'))
    return (
      <>
        <LinkButton to="/dashboard" variant="filled" size="lg" className={s.start}>
          {say('landing.toRooms')}
        </LinkButton>
        <p className={s.note}>{say('landing.lookNote')}</p>
      </>
    );
  return (
    <>
      <NameAndStart />
      <p className={s.note}>
        {say.rich('landing.memberNote', {
          rooms: (words) => (
            <Link to="/dashboard" className="link">
              {words}
            </Link>
          ),
        })}
      </p>
    </>
  );
}
