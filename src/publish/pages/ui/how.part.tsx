import { IconCheck, IconCopy, IconLink } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Face, Ltr } from '#kit/ui/bits.tsx';
import s from './how.module.css';
import { pagesText } from './pages-text.hook.ts';

function RoomPicture() {
  const say = pagesText();
  return (
    <div className={s.card}>
      <b className={s.cardName}>{say('how.room.example')}</b>
      <span className={s.link}>
        <IconLink size={14} stroke={2} />
        <Ltr className="grow cut">meet.example.org/m/math-9b</Ltr>
        <span className={s.fake}>
          <IconCopy size={13} stroke={2} />
        </span>
      </span>
    </div>
  );
}

const waiting = ['Omar Haddad', 'Lena Fischer'];
function LobbyPicture() {
  const say = pagesText();
  return (
    <div className={s.card}>
      <span className={s.knock}>{say('how.lobby.waiting', { count: waiting.length })}</span>
      {waiting.map((name) => (
        <span key={name} className={s.person}>
          <Face name={name} size={24} />
          <bdi className="grow cut">{name}</bdi>
          <span className={s.fake}>{say('how.lobby.admit')}</span>
        </span>
      ))}
    </div>
  );
}

const came = [
  { name: 'Aylin Demir', minutes: 45 },
  { name: 'Priya Nair', minutes: 44 },
  { name: 'Omar Haddad', minutes: 31 },
];
function AfterPicture() {
  const say = pagesText();
  return (
    <div className={s.card}>
      <b className={s.cardName}>{say('how.after.came')}</b>
      {came.map(({ name, minutes }) => (
        <span key={name} className={s.person}>
          <IconCheck size={16} stroke={2} />
          <bdi className="grow cut">{name}</bdi>
          <span className="num">{say('how.after.minutes', { count: minutes })}</span>
        </span>
      ))}
    </div>
  );
}

function Step({ place, name, text, children }: { place: number; name: string; text: string; children: ReactNode }) {
  return (
    <li className={s.step}>
      <div className={s.picture} aria-hidden="true">
        {children}
      </div>
      <h3>
        <span className={s.place} aria-hidden="true">
          <Ltr>{place}</Ltr>
        </span>
        {name}
      </h3>
      <p className="soft">{text}</p>
    </li>
  );
}

/** From the room to the list of who came, in three steps. */
export function How() {
  const say = pagesText();
  return (
    <section className={s.how} aria-labelledby="how">
      <div>
        <h2 id="how" className={s.title}>
          {say('how.title')}
        </h2>
        <ol className={s.steps}>
          <Step place={1} name={say('how.room.name')} text={say('how.room.text')}>
            <RoomPicture />
          </Step>
          <Step place={2} name={say('how.lobby.name')} text={say('how.lobby.text')}>
            <LobbyPicture />
          </Step>
          <Step place={3} name={say('how.after.name')} text={say('how.after.text')}>
            <AfterPicture />
          </Step>
        </ol>
      </div>
    </section>
  );
}
