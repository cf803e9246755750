import {
  IconHandStop,
  IconLock,
  IconMessage,
  IconMicrophone,
  IconMicrophoneOff,
  IconPhoneOff,
  IconScreenShare,
  IconUsers,
  IconVideo,
} from '@tabler/icons-react';
import { Face, initialsOf, Ltr, tintOf } from '#kit/ui/bits.tsx';
import { cssVars } from '#kit/ui/css-vars.ts';
import { pagesText } from './pages-text.hook.ts';
import { Portrait } from './portrait.part.tsx';
import s from './product-picture.module.css';

type PicturePerson = { name: string; look?: number; sound: 'on' | 'off' | 'quiet'; hand?: number };
const people: readonly PicturePerson[] = [
  { name: 'Jonas Weber', look: 0, sound: 'on' },
  { name: 'Aylin Demir', look: 1, sound: 'off' },
  { name: 'Priya Nair', sound: 'off', hand: 1 },
  { name: 'Tomasz Nowak', look: 2, sound: 'off' },
  { name: 'Clara Dubois', look: 3, sound: 'quiet', hand: 2 },
];
const icons = {
  mic: IconMicrophone,
  camera: IconVideo,
  screen: IconScreenShare,
  hand: IconHandStop,
  people: IconUsers,
  chat: IconMessage,
};
const controls = ['mic', 'camera', 'screen', 'hand', 'people', 'chat'] as const;

function Tile({ person }: { person: PicturePerson }) {
  const { name, look, sound, hand } = person;
  return (
    <div className={s.tile} data-speaking={sound === 'on' || undefined} style={cssVars({ '--tint': tintOf(name) })}>
      {look === undefined ? (
        <span className={s.initials}>
          <span>{initialsOf(name)}</span>
        </span>
      ) : (
        <Portrait look={look} />
      )}
      {hand !== undefined && (
        <span className={s.hand}>
          <IconHandStop size={12} stroke={2} />
          <Ltr>{hand}</Ltr>
        </span>
      )}
      <span className={s.name}>
        {sound === 'off' && <IconMicrophoneOff size={12} stroke={2} />}
        {sound === 'on' && (
          <span className={s.bars}>
            <i />
            <i />
            <i />
          </span>
        )}
        <bdi className="cut">{name}</bdi>
      </span>
    </div>
  );
}

function Line({ name, text }: { name: string; text: string }) {
  return (
    <p>
      <Face name={name} size={20} />
      <span>{text}</span>
    </p>
  );
}

/** The meeting, made small: what is shown here is what opens. */
export function ProductPicture() {
  const say = pagesText();
  return (
    <div className={s.window} role="img" aria-label={say('picture.label')}>
      <div className={s.bar} aria-hidden="true">
        <i />
        <i />
        <i />
        <span>
          <IconLock size={12} stroke={2} />
          <Ltr>meet.example.org/m/math-9b</Ltr>
        </span>
      </div>
      <div className={s.body} aria-hidden="true">
        <div className={s.stage}>
          {people.map((person) => (
            <Tile key={person.name} person={person} />
          ))}
          <Tile person={{ name: say('picture.you'), look: 4, sound: 'off' }} />
        </div>
        <div className={s.chat}>
          <b>{say('picture.chat')}</b>
          <Line name="Priya Nair" text={say('picture.question')} />
          <Line name="Clara Dubois" text={say('picture.answer')} />
          <Line name="Jonas Weber" text={say('picture.host')} />
        </div>
      </div>
      <div className={s.controls} aria-hidden="true">
        {controls.map((name) => {
          const Icon = icons[name];
          return (
            <span key={name}>
              <Icon size={16} stroke={1.75} />
            </span>
          );
        })}
        <span data-leave>
          <IconPhoneOff size={16} stroke={1.75} />
        </span>
      </div>
    </div>
  );
}
