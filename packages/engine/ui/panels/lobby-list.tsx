import { IconArrowBackUp, IconDoorEnter, IconSend, IconX } from '@tabler/icons-react';
import { type FormEvent, useId, useState } from 'react';
import type { Member } from '#protocol/messages.ts';
import { useNow } from '#ui/now.ts';
import { Button, Face, IconButton, Ltr } from '#ui/parts.tsx';
import { useMeeting, useMeetingState } from '#ui/room-context.tsx';
import { clockOf } from '#ui/say-time.ts';
import p from '#ui/parts.module.css';
import s from '#ui/panels/panel.module.css';
import { useWords } from '#ui/words.tsx';

/** The host's side of the lobby: answered without leaving the stage. */
export function LobbyList() {
  const { text } = useWords();
  const meeting = useMeeting();
  const { waiting, turning } = useMeetingState();
  const id = useId();
  const open = waiting.filter((m) => !turning.includes(m.id)).length;
  return (
    <section className={s.knock} aria-labelledby={id}>
      <div className={s.knockHead}>
        <IconDoorEnter className={p.turn} size={16} stroke={1.75} aria-hidden="true" />
        <h2 id={id}>
          {text('lobbyHost.title')} <Ltr>{waiting.length}</Ltr>
        </h2>
        {open > 1 && (
          <Button size="xs" onClick={() => void meeting.ask({ t: 'lobby', action: 'admit' })}>
            {text('lobbyHost.admitAll', { count: open })}
          </Button>
        )}
      </div>
      <ul>
        {waiting.map((m) => (
          <Guest key={m.id} member={m} />
        ))}
      </ul>
      <Tell />
    </section>
  );
}

function Guest({ member }: { member: Member }) {
  const { text } = useWords();
  const meeting = useMeeting();
  const { turning, skew } = useMeetingState();
  const now = useNow(1000);
  const { name } = member;
  const away = turning.includes(member.id);
  return (
    <li className={s.guest}>
      <Face name={name} size={32} />
      <div className={p.cut}>
        <b>
          <bdi>{name}</bdi>
        </b>{' '}
        <time>
          <Ltr>{clockOf(now + skew - member.joinedAt)}</Ltr>
        </time>
        <p className={p.cut}>
          {away ? text('lobbyHost.turnedAway') : text(member.guest ? 'lobbyHost.guest' : 'lobbyHost.known')}
        </p>
      </div>
      {away ? (
        <Button size="xs" icon={IconArrowBackUp} onClick={() => meeting.callBack(member.id)}>
          {text('lobbyHost.undo')}
        </Button>
      ) : (
        <span className={s.pair}>
          <IconButton
            icon={IconX}
            size={28}
            label={text('lobbyHost.turnAway', { name })}
            onClick={() => meeting.turnAway(member.id)}
          />
          <Button
            size="xs"
            aria-label={text('lobbyHost.admitName', { name })}
            onClick={() => void meeting.ask({ t: 'lobby', action: 'admit', member: member.id })}
          >
            {text('knock.admit')}
          </Button>
        </span>
      )}
    </li>
  );
}

function Tell() {
  const { text } = useWords();
  const meeting = useMeeting();
  const { facts } = useMeetingState();
  const [words, setWords] = useState('');
  const send = async (event: FormEvent) => {
    event.preventDefault();
    if (words.trim() && (await meeting.send({ t: 'lobby-note', text: words.trim() })) === 'ok') setWords('');
  };
  return (
    <>
      <form className={s.tell} onSubmit={(e) => void send(e)}>
        <input
          aria-label={text('lobbyHost.tell')}
          placeholder={text('lobbyHost.tell')}
          maxLength={500}
          value={words}
          onChange={(e) => setWords(e.currentTarget.value)}
        />
        <IconButton type="submit" icon={IconSend} size={28} turn="turn" label={text('chat.send')} />
      </form>
      {facts?.lobbyNote && <p className={s.told}>{text('lobbyHost.theyRead', { note: facts.lobbyNote })}</p>}
    </>
  );
}
