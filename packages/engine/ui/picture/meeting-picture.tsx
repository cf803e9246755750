import { useEffect, useLayoutEffect } from 'react';
import { createPortal } from 'react-dom';
import type { Member } from '#protocol/messages.ts';
import { Cam, Mic } from '#ui/control-bar.tsx';
import { sharedScreens } from '#ui/layout.ts';
import { Face } from '#ui/parts.tsx';
import p from '#ui/parts.module.css';
import s from '#ui/picture/meeting-picture.module.css';
import { useMeetingState } from '#ui/room-context.tsx';
import { type MeetingState, presentMembers, sourceOf, streamOf } from '#ui/state.ts';
import { Picture } from '#ui/tile.tsx';
import { useWords } from '#ui/words.tsx';

type ShownPicture = { member: Member; stream: MediaStream | null; kind: 'person' | 'screen' };

/** A shared screen, else who spoke last; alone, oneself. Pictures are those that the stage receives. */
export function shownInPicture(state: MeetingState): ShownPicture | null {
  const [screen] = sharedScreens(state);
  const screenStream = streamOf(state, screen?.source ?? null);
  if (screen !== undefined && screenStream !== null) return { member: screen.member, stream: screenStream, kind: 'screen' };
  const people = presentMembers(state);
  const heard = ({ id }: Member): number => state.heard[id] ?? 0;
  const [member = people[0]] = people.filter(({ id }) => id !== state.you).sort((a, b) => heard(b) - heard(a));
  if (member === undefined) return null;
  const stream = member.id === state.you ? state.own.camStream : streamOf(state, sourceOf(member, 'cam')?.id ?? null);
  return { member, stream, kind: 'person' };
}

/** The other window looks and reads as the page does. */
function dress(window: Window): void {
  const page = window.document.documentElement;
  for (const { name, value } of document.documentElement.attributes) page.setAttribute(name, value);
  for (const style of document.querySelectorAll('link[rel="stylesheet"], style'))
    window.document.head.append(style.cloneNode(true));
}

/** Who speaks, with microphone and camera, in a window of its own; it closes with the meeting. */
export function MeetingPicture({ window, onClose }: { window: Window; onClose(): void }) {
  const { text } = useWords();
  const state = useMeetingState();
  const shown = shownInPicture(state);
  const name = state.facts?.name ?? '';
  useLayoutEffect(() => {
    dress(window);
    window.addEventListener('pagehide', onClose);
    return () => {
      window.removeEventListener('pagehide', onClose);
      window.close();
    };
  }, [window, onClose]);
  useEffect(() => {
    window.document.title = name;
  }, [window, name]);
  return createPortal(
    <main className={`${p.root} ${s.picture}`} aria-label={text('more.pictureInPicture')}>
      {shown && (
        <figure className={s.shown}>
          {shown.stream === null ? (
            <Face name={shown.member.name} size={72} />
          ) : (
            <Picture stream={shown.stream} kind={shown.kind} />
          )}
          <figcaption className={s.name}>
            <bdi className={p.cut}>{shown.member.name}</bdi>
          </figcaption>
        </figure>
      )}
      <div className={s.controls}>
        <Mic talk="free" />
        <Cam />
      </div>
    </main>,
    window.document.body,
  );
}
