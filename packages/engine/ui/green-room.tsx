import { IconMicrophoneOff, IconVolume } from '@tabler/icons-react';
import { type FormEvent, type ReactNode, useEffect, useId, useState } from 'react';
import { playTest } from '#ui/media/chime.ts';
import { type DeviceChoice, plainChoice } from '#ui/media/device-choice.ts';
import { DeviceChoices } from '#ui/media/device-choices.tsx';
import s from '#ui/green-room.module.css';
import { rememberChoice, rememberedChoice } from '#ui/memory.ts';
import { Button } from '#ui/parts.tsx';
import p from '#ui/parts.module.css';
import { PreviewPicture } from '#ui/media/preview-picture.tsx';
import { useDevices, usePreviews } from '#ui/media/preview.ts';
import type { EngineText } from '#ui/text.ts';
import { useWords, WordsProvider } from '#ui/words.tsx';

export type { DeviceChoice } from '#ui/media/device-choice.ts';

export type NameField = {
  value: string;
  onChange(value: string): void;
  maxLength?: number /** A sentence under the field. */;
  error?: string | undefined;
};
export type GreenRoomProps = {
  text: EngineText;
  locale: string;
  dir: 'ltr' | 'rtl';
  /** The heading: the room's name. */
  title: string;
  /** One line under it. */
  lead?: ReactNode;
  /** Shown only when given: people who are signed in are not asked. */
  name?: NameField | undefined;
  /** The name that is known already, for the initials in the picture. */
  knownName?: string | undefined;
  /** Beside the name: the access code. */
  fields?: ReactNode;
  /** Over the button: consent to the recording. */
  consent?: ReactNode;
  /** Makes of what this browser remembers the choice to begin with. */
  begins?: (remembered: DeviceChoice) => DeviceChoice;
  /** How the microphone is when one comes in; the meeting decides. */
  arrives?: 'muted' | 'as-chosen';
  /** Words of the button; "Join" when left out. */
  joinLabel?: string;
  /** One quiet line under the button. */
  note?: ReactNode;
  /** `blocked`: the button waits for something else on the page. */
  state?: 'ready' | 'busy' | 'blocked';
  /** Pressed with what was chosen; sources in trouble come as off. */
  onJoin(choice: DeviceChoice): void;
  /** Over the heading and under the lead: who is there, live state. */
  badge?: ReactNode;
  children?: ReactNode;
};

/** The page before a meeting: one sees and hears oneself, chooses devices, says who one is. Usable before anything is known of the engine. */
export function GreenRoom(props: GreenRoomProps) {
  return (
    <WordsProvider text={props.text} locale={props.locale} dir={props.dir}>
      <Inside {...props} />
    </WordsProvider>
  );
}

/** What is asked of the browser before the page is alive: nothing. The server draws the plain choice. */
const nothing: DeviceChoice = { ...plainChoice, micOn: false, camOn: false };

function Inside(props: GreenRoomProps) {
  const { text } = useWords();
  const { begins } = props;
  const [choice, setChoice] = useState(plainChoice);
  const [alive, setAlive] = useState(false);
  const [open, setOpen] = useState(false);
  useEffect(() => {
    setChoice(begins?.(rememberedChoice()) ?? rememberedChoice());
    setAlive(true);
  }, [begins]);
  const { mic, cam } = usePreviews(alive ? choice : nothing);
  const devices = useDevices(`${mic.state}${cam.state}`);
  const change = (part: Partial<DeviceChoice>) => {
    const next = { ...choice, ...part };
    setChoice(next);
    rememberChoice(next);
  };
  const name = props.name?.value.trim() ?? props.knownName ?? '';
  const join = () => {
    const micOn = choice.micOn && !mic.trouble;
    const camOn = choice.camOn && !cam.trouble;
    props.onJoin({ ...choice, micOn, camOn, listenOnly: !micOn && !camOn, ...(name && { name }) });
  };
  return (
    <div className={`${p.root} ${s.room}`}>
      <section aria-label={text('greenRoom.preview')}>
        <PreviewPicture
          mic={mic}
          cam={cam}
          choice={choice}
          change={change}
          tag={text('greenRoom.you')}
          name={name}
          onDevices={() => setOpen(!open)}
          devicesOpen={open}
          meter="shown"
        />
        <div className={s.devices} data-open={open || undefined}>
          <DeviceChoices devices={devices} choice={choice} change={change} />
          <Button look="quiet" size="xs" icon={IconVolume} className={s.test} onClick={() => playTest(choice.speakerId)}>
            {text('greenRoom.test')}
          </Button>
        </div>
      </section>
      <Door {...props} onSubmit={join} />
    </div>
  );
}

function Door(props: GreenRoomProps & { onSubmit(): void }) {
  const { text } = useWords();
  const { state = 'ready', name } = props;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (state === 'ready') props.onSubmit();
  };
  return (
    <form method="post" className={s.door} onSubmit={submit} noValidate>
      {props.badge}
      <h1 className={s.title}>
        <bdi>{props.title}</bdi>
      </h1>
      {props.lead && <div className={s.lead}>{props.lead}</div>}
      {props.children}
      {(name || props.fields) && (
        <div className={s.fields} data-two={name && props.fields ? '' : undefined}>
          {name && <Name field={name} />}
          {props.fields}
        </div>
      )}
      {props.arrives === 'muted' && (
        <p className={s.arrives}>
          <IconMicrophoneOff size={16} stroke={1.75} aria-hidden="true" />
          {text('greenRoom.muted')}
        </p>
      )}
      {props.consent && <div className={s.consent}>{props.consent}</div>}
      <div className={s.go}>
        <Button type="submit" look="accent" size="lg" disabled={state !== 'ready'} aria-busy={state === 'busy'}>
          {state === 'busy' && <span className={p.spin} aria-hidden="true" />}
          {props.joinLabel ?? text('greenRoom.join')}
        </Button>
        {props.note && <p>{props.note}</p>}
      </div>
    </form>
  );
}

function Name({ field }: { field: NameField }) {
  const { text } = useWords();
  const id = useId();
  return (
    <div>
      <label className={p.label} htmlFor={id}>
        {text('greenRoom.name')}
      </label>
      <input
        id={id}
        className={p.input}
        autoComplete="name"
        dir="auto"
        required
        maxLength={field.maxLength ?? 128}
        value={field.value}
        aria-invalid={field.error ? true : undefined}
        aria-describedby={field.error ? `${id}-wrong` : undefined}
        onChange={(e) => field.onChange(e.currentTarget.value)}
      />
      {field.error && (
        <p id={`${id}-wrong`} className={p.wrong}>
          {field.error}
        </p>
      )}
    </div>
  );
}
