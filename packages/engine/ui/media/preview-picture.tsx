import { IconMicrophone, IconMicrophoneOff, IconSettings, IconVideo, IconVideoOff } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import type { DeviceChoice } from '#ui/media/device-choice.ts';
import { Bars } from '#ui/parts.tsx';
import { type DevicePreview, useLevel } from '#ui/media/preview.ts';
import { initialsOf, tintOf } from '#ui/face.ts';
import { troubleWords } from '#ui/trouble-words.ts';
import s from '#ui/green-room.module.css';
import { useWords } from '#ui/words.tsx';

export type PictureProps = {
  mic: DevicePreview;
  cam: DevicePreview;
  choice: DeviceChoice;
  change(part: Partial<DeviceChoice>): void;
  /** Stands on the picture, at its start. */
  tag: string;
  name: string;
  onDevices(): void;
  devicesOpen: boolean;
  meter: 'shown' | 'none';
};

/** How others will see and hear one: the own picture, a meter, and the switches. */
export function PreviewPicture({ mic, cam, choice, change, tag, name, onDevices, devicesOpen, meter }: PictureProps) {
  const { text } = useWords();
  const micOn = choice.micOn && !mic.trouble;
  const camOn = choice.camOn && !cam.trouble;
  return (
    <div className={s.picture} style={{ '--tint': tintOf(name) }}>
      {cam.stream ? (
        <Mirror stream={cam.stream} />
      ) : (
        <span className={s.noPicture}>
          {name ? <b aria-hidden="true">{initialsOf(name)}</b> : <IconVideoOff size={40} stroke={1.25} aria-hidden="true" />}
        </span>
      )}
      <span className={s.tag}>{tag}</span>
      {meter === 'shown' && (
        <span className={s.heard} role="status">
          <Heard mic={mic} micOn={micOn ? 'on' : 'off'} />
        </span>
      )}
      <Trouble mic={mic} cam={cam} />
      <div className={s.knobs}>
        <button
          type="button"
          className={s.knob}
          data-off={!micOn || undefined}
          aria-pressed={micOn}
          aria-label={text(micOn ? 'greenRoom.micIsOn' : 'greenRoom.micIsOff')}
          title={text(micOn ? 'greenRoom.turnMicOff' : 'greenRoom.turnMicOn')}
          onClick={() => (mic.trouble ? mic.again() : change({ micOn: !micOn }))}
        >
          {micOn ? <IconMicrophone size={22} stroke={1.75} /> : <IconMicrophoneOff size={22} stroke={1.75} />}
        </button>
        <button
          type="button"
          className={s.knob}
          data-off={!camOn || undefined}
          aria-pressed={camOn}
          aria-label={text(camOn ? 'greenRoom.camIsOn' : 'greenRoom.camIsOff')}
          title={text(camOn ? 'greenRoom.turnCamOff' : 'greenRoom.turnCamOn')}
          onClick={() => (cam.trouble ? cam.again() : change({ camOn: !camOn }))}
        >
          {camOn ? <IconVideo size={22} stroke={1.75} /> : <IconVideoOff size={22} stroke={1.75} />}
        </button>
        <button
          type="button"
          className={`${s.knob} ${s.onlyPhone}`}
          aria-expanded={devicesOpen}
          aria-label={text('greenRoom.devices')}
          onClick={onDevices}
        >
          <IconSettings size={22} stroke={1.75} />
        </button>
      </div>
    </div>
  );
}

function Heard({ mic, micOn }: { mic: DevicePreview; micOn: 'on' | 'off' }) {
  const { text } = useWords();
  const level = useLevel(mic.stream);
  if (micOn === 'off') return text('greenRoom.micOff');
  if (!mic.stream) return null;
  return (
    <>
      <Bars level={level} />
      {text(level > 0.25 ? 'greenRoom.weHearYou' : 'greenRoom.saySomething')}
    </>
  );
}

/** One sentence of what is wrong and one of what to do; the worse of the two troubles, camera and microphone together when both. */
function Trouble({ mic, cam }: { mic: DevicePreview; cam: DevicePreview }) {
  const { text } = useWords();
  const words = troubleWords({ mic: mic.trouble, cam: cam.trouble });
  if (!words) return null;
  return (
    <div className={s.trouble} role="alert">
      <b>{text(words.title)}</b>
      <span>{text(words.help)}</span>
    </div>
  );
}

function Mirror({ stream }: { stream: MediaStream }) {
  const video = useRef<HTMLVideoElement>(null);
  useEffect(() => {
    if (video.current) video.current.srcObject = stream;
  }, [stream]);
  return <video ref={video} className={s.mirror} autoPlay playsInline muted />;
}
