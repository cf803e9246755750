import {
  IconClock,
  IconLockOpen,
  IconMicrophone,
  IconMicrophoneOff,
  IconPlayerRecord,
  IconUserCheck,
  IconUsers,
} from '@tabler/icons-react';
import { Panel } from '#kit/ui/bits.tsx';
import { useDurationText } from '#kit/ui/time.tsx';
import type { RoomDetail } from '../rooms.contract.ts';
import { roomsText, type RoomsSay } from './rooms-text.hook.ts';
import s from './room.module.css';

const guestsWord = (say: RoomsSay, room: RoomDetail): string => {
  if (room.lobby) return say(room.entry.code ? 'rules.codeThenLobby' : 'rules.lobby');
  return say(room.entry.code ? 'rules.code' : 'rules.open');
};

const accountWord = (room: RoomDetail) => {
  if (room.options.organisationOnly) return 'rules.organisation' as const;
  return room.signInRequired ? ('rules.signIn' as const) : ('rules.noSignIn' as const);
};

/** The settings in words, as people meet them. */
export function RulesCard({ room }: { room: RoomDetail }) {
  const say = roomsText();
  const duration = useDurationText();
  const rules = [
    { id: 'guests' as const, icon: IconUserCheck, value: guestsWord(say, room) },
    { id: 'account' as const, icon: IconUsers, value: say(accountWord(room)) },
    { id: 'start' as const, icon: IconLockOpen, value: say(room.anyoneCanStart ? 'rules.anyone' : 'rules.hosts') },
    {
      id: 'entry' as const,
      icon: room.muteOnStart ? IconMicrophoneOff : IconMicrophone,
      value: say(room.muteOnStart ? 'rules.muted' : 'rules.micOn'),
    },
    { id: 'recording' as const, icon: IconPlayerRecord, value: say(room.record ? 'rules.recorded' : 'rules.notRecorded') },
    ...(room.maxPeople === null
      ? []
      : [{ id: 'people' as const, icon: IconUsers, value: say('rules.atMost', { count: room.maxPeople }) }]),
    ...(room.maxMinutes === null
      ? []
      : [{ id: 'minutes' as const, icon: IconClock, value: say('rules.minutes', { time: duration(room.maxMinutes) }) }]),
  ];
  return (
    <Panel id="rules" title={say('rules.title')}>
      <ul className={s.rules}>
        {rules.map((rule) => (
          <li key={rule.id}>
            <rule.icon size={16} stroke={1.75} />
            <span className="quiet">{say(`rules.of.${rule.id}`)}</span>
            <span>{rule.value}</span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
