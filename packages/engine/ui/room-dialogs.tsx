import { IconHandStop, IconPlayerRecord, IconUsers, IconVolume } from '@tabler/icons-react';
import { useState } from 'react';
import { playTest } from '#ui/media/chime.ts';
import type { DeviceChoice } from '#ui/media/device-choice.ts';
import { DeviceChoices } from '#ui/media/device-choices.tsx';
import { Dialog } from '#ui/dialog.tsx';
import f from '#ui/float.module.css';
import { featureOf, keyOf } from '#ui/keys.ts';
import {
  rememberedHandSound,
  rememberedKeys,
  rememberedPushToTalk,
  rememberHandSound,
  rememberKeys,
  rememberPushToTalk,
} from '#ui/memory.ts';
import { Bars, Button } from '#ui/parts.tsx';
import { useDevices, useLevel } from '#ui/media/preview.ts';
import { useMeeting, useMeetingState } from '#ui/room-context.tsx';
import { hands, isHost, isOff, presentMembers } from '#ui/state.ts';
import type { TextKey } from '#ui/text.ts';
import { TopicPlace } from '#ui/topics/topic-places.tsx';
import { useWords } from '#ui/words.tsx';

/** Hosts choose between going and ending; staying is the answer with the focus. */
export function LeaveDialog({ onClose }: { onClose(): void }) {
  const { text } = useWords();
  const meeting = useMeeting();
  const state = useMeetingState();
  const people = presentMembers(state).length;
  const up = hands(state).length;
  return (
    <Dialog
      title={text('leave.title', { count: people })}
      lead={text('leave.lead')}
      onClose={onClose}
      actions={
        <>
          <Button look="quiet" data-start onClick={() => void meeting.leave()}>
            {text('leave.letItRun')}
          </Button>
          <Button data-safe onClick={onClose}>
            {text('leave.stay')}
          </Button>
          <Button look="danger" onClick={() => void meeting.ask({ t: 'end' })}>
            {text('leave.endForAll')}
          </Button>
        </>
      }
    >
      <ul className={f.facts}>
        <li>
          <IconUsers size={16} stroke={1.75} aria-hidden="true" />
          <span>{text('leave.people', { count: people - 1 })}</span>
        </li>
        {state.facts && state.facts.recording !== 'off' && (
          <li>
            <IconPlayerRecord size={16} stroke={1.75} aria-hidden="true" />
            <span>{text('leave.recording')}</span>
          </li>
        )}
        {up > 0 && (
          <li>
            <IconHandStop size={16} stroke={1.75} aria-hidden="true" />
            <span>{text('leave.hands', { count: up })}</span>
          </li>
        )}
      </ul>
    </Dialog>
  );
}

/** A key hit by chance must not cost a guest the meeting: leaving by keyboard is confirmed first. */
export function SureDialog({ onClose }: { onClose(): void }) {
  const { text } = useWords();
  const meeting = useMeeting();
  return (
    <Dialog
      title={text('leave.sure')}
      lead={text('leave.sureLead')}
      onClose={onClose}
      actions={
        <>
          <Button data-safe onClick={onClose}>
            {text('leave.stay')}
          </Button>
          <Button look="danger" onClick={() => void meeting.leave()}>
            {text('bar.leave')}
          </Button>
        </>
      }
    />
  );
}

/** Other devices while in: the change is heard and seen at once. */
export function DevicesDialog({ onClose }: { onClose(): void }) {
  const { text } = useWords();
  const meeting = useMeeting();
  const state = useMeetingState();
  const { own } = state;
  const [choice, setChoice] = useState(meeting.choice());
  const devices = useDevices(`${own.mic}${own.cam}`);
  const level = useLevel(own.micStream);
  const change = (part: Partial<DeviceChoice>) => {
    setChoice({ ...choice, ...part });
    meeting.chooseDevice(part);
  };
  return (
    <Dialog
      title={text('devices.title')}
      lead={text('devices.lead')}
      onClose={onClose}
      actions={
        <>
          <Button look="quiet" icon={IconVolume} data-start onClick={() => playTest(choice.speakerId)}>
            {text('devices.test')}
          </Button>
          <Button data-safe onClick={onClose}>
            {text('devices.done')}
          </Button>
        </>
      }
    >
      <div className={f.fields}>
        <DeviceChoices devices={devices} choice={choice} change={change} />
        {isHost(state) && (
          <RememberedSwitch word="devices.handSound" remembered={rememberedHandSound} remember={rememberHandSound} />
        )}
        {own.micStream && (
          <span className={f.level}>
            <Bars level={own.mic === 'muted' ? 0 : level} />
            {text(own.mic === 'muted' ? 'devices.muted' : 'devices.speak')}
          </span>
        )}
      </div>
    </Dialog>
  );
}

type SwitchProps = { word: TextKey; remembered(): 'on' | 'off'; remember(to: 'on' | 'off'): void };

function RememberedSwitch({ word, remembered, remember }: SwitchProps) {
  const { text } = useWords();
  const [now, setNow] = useState(remembered);
  const turn = (to: 'on' | 'off') => {
    remember(to);
    setNow(to);
  };
  return (
    <label className={f.check}>
      <input type="checkbox" checked={now === 'on'} onChange={(event) => turn(event.currentTarget.checked ? 'on' : 'off')} />
      <span>{text(word)}</span>
    </label>
  );
}

const rows: [keyof typeof keyOf, TextKey][] = [
  ['mic', 'keys.mic'],
  ['cam', 'keys.cam'],
  ['screen', 'keys.screen'],
  ['hand', 'keys.hand'],
  ['chat', 'keys.chat'],
  ['people', 'keys.people'],
  ['layout', 'keys.layout'],
  ['full', 'keys.full'],
  ['leave', 'bar.leave'],
];
export function KeysDialog({ onClose }: { onClose(): void }) {
  const { text } = useWords();
  const state = useMeetingState();
  const shown = rows.filter(([name]) => featureOf[name] === undefined || !isOff(state, featureOf[name]));
  return (
    <Dialog
      title={text('keys.title')}
      onClose={onClose}
      actions={
        <Button data-safe onClick={onClose}>
          {text('invite.close')}
        </Button>
      }
    >
      <dl className={f.keys}>
        {shown.map(([name, key]) => (
          <div key={name} style={{ display: 'contents' }}>
            <dt dir="ltr">{keyOf[name]}</dt>
            <dd>{text(key)}</dd>
          </div>
        ))}
        <dt>{text('keys.space')}</dt>
        <dd>{text('keys.talk')}</dd>
        <TopicPlace place="Keys" />
      </dl>
      <RememberedSwitch word="keys.single" remembered={rememberedKeys} remember={rememberKeys} />
      <RememberedSwitch word="keys.pushToTalk" remembered={rememberedPushToTalk} remember={rememberPushToTalk} />
    </Dialog>
  );
}
