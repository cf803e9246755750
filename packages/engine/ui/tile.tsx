import { IconHandStop, IconMicrophoneOff, IconPin, IconPlugConnected, IconScreenShare, IconWifi2 } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { cssUrl, initialsOf, ownPicture, tintOf } from '#ui/face.ts';
import type { TileModel } from '#ui/layout.ts';
import { useLongPress } from '#ui/long-press.ts';
import { Hidden, Ltr } from '#ui/parts.tsx';
import { PersonMenu } from '#ui/panels/person-menu.tsx';
import { useMeeting } from '#ui/room-context.tsx';
import { hands, isMuted, type MeetingState, streamOf } from '#ui/state.ts';
import { ScreenZoom } from '#ui/stage/screen-zoom.tsx';
import p from '#ui/parts.module.css';
import s from '#ui/tile.module.css';
import { TopicsOfPerson } from '#ui/topics/topic-places.tsx';
import { useWords } from '#ui/words.tsx';

type TileProps = { model: TileModel; state: MeetingState; size?: 'small' };

const mirrors = ({ entered }: MeetingState) => entered?.page?.person.ownPicture !== 'as-seen';

/** Opens the picture's menu as if its button was pressed. */
const openMenu = (tile: HTMLElement) => tile.querySelector<HTMLButtonElement>('button[aria-haspopup=menu]')?.click();

/** One person or one shared screen: picture or initials, name at the start, states as icon with words for those who cannot see them. */
export function Tile({ model, state, size }: TileProps) {
  const { text } = useWords();
  const { member } = model;
  const own = model.own === 'own';
  const stream = own ? state.own.camStream : streamOf(state, model.source);
  const press = useLongPress(openMenu);
  const speaking = model.kind === 'person' && state.speaking.includes(member.id);
  const picture = ownPicture(member.avatarUrl, window.location.href);
  return (
    <figure
      className={`${s.tile} ${size ? s.small : ''}`}
      data-kind={model.kind}
      data-speaking={speaking || undefined}
      data-away={member.state === 'away' || undefined}
      data-member={member.id}
      data-menu={!own || undefined}
      style={{ '--tint': tintOf(member.name) }}
      {...(!own && { ...press, onContextMenu: (event) => event.nativeEvent.preventDefault() })}
    >
      {model.kind === 'person' && (
        <span className={s.initials} aria-hidden="true">
          {picture === null ? (
            <span>{initialsOf(member.name)}</span>
          ) : (
            <span className={s.own} style={{ '--picture': cssUrl(picture) }} />
          )}
        </span>
      )}
      {stream && model.kind === 'screen' && (
        <ScreenZoom key={model.source}>
          <Picture stream={stream} kind="screen" />
        </ScreenZoom>
      )}
      {stream && model.kind === 'person' && (
        <Picture key={model.source ?? 'own'} stream={stream} kind={own && mirrors(state) ? 'own' : 'person'} />
      )}
      {model.kind === 'person' && <Hand model={model} state={state} />}
      {model.kind === 'person' && <TopicsOfPerson place="Person" member={member.id} />}
      {model.kind === 'person' && state.pins.includes(member.id) && !size && (
        <span className={s.pinned}>
          <IconPin size={14} stroke={2} aria-hidden="true" />
          {text('tile.pinned')}
        </span>
      )}
      <LineState model={model} state={state} />
      <Caption model={model} speaking={speaking ? 'speaking' : 'quiet'} size={size} />
      {!own && <PersonMenu member={member} className={s.menu} />}
    </figure>
  );
}

/** What the network does to the picture: the person's own line, or that of the one who looks. */
function LineState({ model, state }: TileProps) {
  const { text } = useWords();
  const { member } = model;
  if (member.state === 'away')
    return (
      <span className={s.slow}>
        <IconPlugConnected size={14} stroke={2} aria-hidden="true" />
        {text('tile.away')}
      </span>
    );
  const paused = model.source !== null && state.slots.paused.includes(model.source);
  if (!paused && (member.connection === undefined || model.kind === 'screen')) return null;
  return (
    <span className={s.slow}>
      <IconWifi2 size={14} stroke={2} aria-hidden="true" />
      {text(paused ? 'tile.paused' : 'tile.weak')}
    </span>
  );
}

function Hand({ model, state }: TileProps) {
  const { text } = useWords();
  const place = hands(state).findIndex((m) => m.id === model.member.id) + 1;
  if (place === 0) return null;
  return (
    <span className={s.hand}>
      <IconHandStop size={14} stroke={2} aria-hidden="true" />
      <Ltr>{place}</Ltr>
      <Hidden>{text('tile.handInLine', { place })}</Hidden>
    </span>
  );
}

function Caption({ model, speaking, size }: { model: TileModel; speaking: 'speaking' | 'quiet'; size?: 'small' | undefined }) {
  const { text } = useWords();
  const { member } = model;
  if (model.kind === 'screen') {
    return (
      <figcaption className={s.name}>
        <IconScreenShare size={14} stroke={2} aria-hidden="true" />
        <span className={p.cut}>{text('tile.screenOf', { name: member.name })}</span>
      </figcaption>
    );
  }
  return (
    <figcaption className={s.name}>
      {isMuted(member) && (
        <span className={s.muted}>
          <IconMicrophoneOff size={13} stroke={2} aria-hidden="true" />
          <Hidden>{text('tile.muted')}</Hidden>
        </span>
      )}
      {speaking === 'speaking' && (
        <>
          <span className={s.bars} aria-hidden="true">
            <i />
            <i />
            <i />
          </span>
          <Hidden>{text('tile.speaking')}</Hidden>
        </>
      )}
      {/* cut at the end of the name, which is not always that of the line */}
      {model.own === 'own' ? <span className={p.cut}>{text('greenRoom.you')}</span> : <bdi className={p.cut}>{member.name}</bdi>}
      {member.role === 'moderator' && !size && <span className={s.host}>{text('tile.host')}</span>}
      {!size && <TopicsOfPerson place="Caption" member={member.id} />}
    </figcaption>
  );
}

/** Muted and inline, so that phones play it without a tap; the sound comes from elsewhere. */
export function Picture({ stream, kind }: { stream: MediaStream; kind: 'own' | 'person' | 'screen' }) {
  const video = useRef<HTMLVideoElement>(null);
  const meeting = useMeeting();
  const [shape, setShape] = useState<'wide' | 'tall'>('wide');
  useEffect(() => {
    const element = video.current;
    if (!element) return;
    element.srcObject = stream;
    element.play().catch((error: unknown) => {
      if (error instanceof Error && error.name === 'NotAllowedError')
        meeting.store.dispatch({ t: 'sound-blocked', blocked: true });
    });
    return () => {
      element.srcObject = null;
    };
  }, [stream, meeting]);
  return (
    <video
      ref={video}
      className={s.video}
      data-kind={kind}
      data-shape={shape}
      autoPlay
      playsInline
      muted
      onResize={({ currentTarget: { videoWidth, videoHeight } }) => setShape(videoHeight > videoWidth ? 'tall' : 'wide')}
    />
  );
}
