import { type Icon, IconMicrophone, IconVideo, IconVolume } from '@tabler/icons-react';
import { useSyncExternalStore } from 'react';
import type { DeviceChoice } from '#ui/media/device-choice.ts';
import { canChooseSpeaker, type DeviceList } from '#ui/media/devices.ts';
import { Choice } from '#ui/parts.tsx';
import { useWords } from '#ui/words.tsx';

type Props = { devices: DeviceList; choice: DeviceChoice; change(part: Partial<DeviceChoice>): void };
type DeviceKey = 'micId' | 'speakerId' | 'camId';

const never = () => () => undefined;

/** Three lists of devices; the speaker's only where the browser lets one choose. */
export function DeviceChoices({ devices, choice, change }: Props) {
  // The server, which cannot know, draws the row that most browsers have.
  const speaker = useSyncExternalStore(never, canChooseSpeaker, () => true);
  return (
    <>
      <One icon={IconMicrophone} list={devices.mics} name="micId" choice={choice} change={change} />
      {speaker && <One icon={IconVolume} list={devices.speakers} name="speakerId" choice={choice} change={change} />}
      <One icon={IconVideo} list={devices.cams} name="camId" choice={choice} change={change} />
    </>
  );
}

function One({
  icon,
  list,
  name,
  choice,
  change,
}: { icon: Icon; list: MediaDeviceInfo[]; name: DeviceKey } & Omit<Props, 'devices'>) {
  const { text } = useWords();
  const label = text(name === 'micId' ? 'devices.mic' : name === 'camId' ? 'devices.cam' : 'devices.speaker');
  const none = text(name === 'micId' ? 'devices.noMic' : name === 'camId' ? 'devices.noCam' : 'devices.usualSpeaker');
  const options = list.map((d, i) => ({ value: d.deviceId, label: d.label || text('devices.unnamed', { number: i + 1 }) }));
  const known = options.some((o) => o.value === choice[name]);
  const value = known ? (choice[name] ?? '') : (options[0]?.value ?? '');
  return (
    <Choice
      icon={icon}
      label={label}
      value={value}
      disabled={options.length === 0}
      options={options.length > 0 ? options : [{ value: '', label: none }]}
      onChange={(id) => change({ [name]: id || null })}
    />
  );
}
