import type { StageLayout } from '#protocol/page-wishes.ts';
import { useMeetingState } from '#ui/room-context.tsx';
import s from '#ui/room.module.css';
import { FaceGrid } from '#ui/stage/face-grid.tsx';
import { SpeakerStage } from '#ui/stage/speaker-stage.tsx';
import { presentMembers } from '#ui/state.ts';
import { useWords } from '#ui/words.tsx';

/** Faces get the room: all of them in a grid, or a few large ones with a strip. */
export function Stage({ view, onEverybody, onInvite }: { view: StageLayout; onEverybody(): void; onInvite(): void }) {
  const state = useMeetingState();
  return (
    <div className={s.main}>
      {view === 'grid' ? <FaceGrid /> : <SpeakerStage onEverybody={onEverybody} />}
      {presentMembers(state).length === 1 && state.topics.groups.run === null && <Alone onInvite={onInvite} />}
    </div>
  );
}

/** Who waits for others can call them. */
function Alone({ onInvite }: { onInvite(): void }) {
  const { text } = useWords();
  const { facts } = useMeetingState();
  return (
    <div className={s.alone}>
      <p>{text('stage.alone')}</p>
      {facts?.invite !== undefined && (
        <button type="button" className={s.invite} onClick={onInvite}>
          {text('invite.title')}
        </button>
      )}
    </div>
  );
}
