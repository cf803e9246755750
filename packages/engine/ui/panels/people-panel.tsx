import { IconHandStop, IconMicrophone, IconMicrophoneOff, IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import type { Member } from '#protocol/messages.ts';
import { ownPicture } from '#ui/face.ts';
import { LobbyList } from '#ui/panels/lobby-list.tsx';
import { Face, Hidden, Ltr } from '#ui/parts.tsx';
import { MuteAllMenu } from '#ui/panels/mute-all.tsx';
import { PersonMenu } from '#ui/panels/person-menu.tsx';
import { useMeeting, useMeetingState } from '#ui/room-context.tsx';
import { hands, isHandUp, isMuted, may, presentMembers } from '#ui/state.ts';
import s from '#ui/panels/panel.module.css';
import { TopicPlace, TopicsOfPerson } from '#ui/topics/topic-places.tsx';
import { useWords } from '#ui/words.tsx';

/** A search field pays off from this many people on. */
const FIND_FROM = 8;

/** Who knocks, whose hand is up (in order), who else is here. */
export function PeoplePanel() {
  const { text, locale } = useWords();
  const meeting = useMeeting();
  const state = useMeetingState();
  const [find, setFind] = useState('');
  const all = presentMembers(state);
  const found = (m: Member) => m.name.toLocaleLowerCase(locale).includes(find.trim().toLocaleLowerCase(locale));
  const raised = hands(state).filter(found);
  const rest = [...all]
    .sort((a, b) => Number(b.role === 'moderator') - Number(a.role === 'moderator'))
    .filter((m) => !isHandUp(state, m.id) && found(m));
  return (
    <>
      <div className={s.body}>
        {may(state, 'admit') && state.waiting.length > 0 && <LobbyList />}
        {all.length >= FIND_FROM && (
          <div className={s.find}>
            <IconSearch size={14} stroke={2} aria-hidden="true" />
            <input
              type="search"
              aria-label={text('people.find')}
              placeholder={text('people.find')}
              value={find}
              onChange={(e) => setFind(e.currentTarget.value)}
            />
          </div>
        )}
        {raised.length > 0 && (
          <section aria-label={text('people.hands')}>
            <div className={s.sub}>
              <h2>{text('people.hands')}</h2>
              {may(state, 'lower-hands') && (
                <button type="button" onClick={() => void meeting.command('hands', { do: 'lower-all' })}>
                  {text('people.lowerAll')}
                </button>
              )}
            </div>
            <ol>
              {raised.map((m) => (
                <Row key={m.id} member={m} place={hands(state).indexOf(m) + 1} />
              ))}
            </ol>
          </section>
        )}
        <section aria-label={text('people.inRoom')}>
          <div className={s.sub}>
            <h2>{text('people.inRoom')}</h2>
            {may(state, 'mute-others') && all.length > 1 && <MuteAllMenu />}
          </div>
          <ul>
            {rest.map((m) => (
              <Row key={m.id} member={m} place={0} />
            ))}
          </ul>
          {find && rest.length + raised.length === 0 && <p className={s.nobody}>{text('people.nobodyFound', { name: find })}</p>}
        </section>
      </div>
      <TopicPlace place="PeopleFoot" />
    </>
  );
}

function Row({ member, place }: { member: Member; place: number }) {
  const { text } = useWords();
  const state = useMeetingState();
  const muted = isMuted(member);
  const speaking = state.speaking.includes(member.id);
  const Mic = muted ? IconMicrophoneOff : IconMicrophone;
  const own = member.id === state.you;
  return (
    <li className={s.row} data-member={member.id}>
      <Face name={member.name} picture={ownPicture(member.avatarUrl, window.location.href)} />
      <span className={s.who}>
        <bdi>{member.name}</bdi>
        {own && <small> · {text('greenRoom.you')}</small>}
        {member.role === 'moderator' && <small> · {text('tile.host')}</small>}
        {member.guest && member.role !== 'moderator' && <small> · {text('lobbyHost.guest')}</small>}
        {member.state === 'away' && <small> · {text('tile.away')}</small>}
      </span>
      <TopicsOfPerson place="Person" member={member.id} />
      <TopicsOfPerson place="Row" member={member.id} />
      {place > 0 && (
        <span className={s.hand}>
          <IconHandStop size={14} stroke={2} aria-hidden="true" />
          <Ltr>{place}</Ltr>
          <Hidden>{text('tile.handInLine', { place })}</Hidden>
        </span>
      )}
      <span className={s.mic} data-speaking={speaking || undefined}>
        <Mic size={16} stroke={1.75} aria-hidden="true" />
        <Hidden>{text(muted ? 'tile.muted' : speaking ? 'tile.speaking' : 'people.micOn')}</Hidden>
      </span>
      {!own ? <PersonMenu member={member} /> : <span className={s.gap} />}
    </li>
  );
}
