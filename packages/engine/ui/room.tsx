import { type ReactNode, useCallback, useRef, useState } from 'react';
import { ChatPreview } from '#ui/chat-preview.tsx';
import { ConsentDialog } from '#ui/record/consent-dialog.tsx';
import { ControlBar } from '#ui/control-bar.tsx';
import { useEndNotices } from '#ui/end-notices.ts';
import { featureOf, useKeys } from '#ui/keys.ts';
import { stageKey, viewOf } from '#ui/layout.ts';
import { LiveRegion } from '#ui/live-region.tsx';
import { rememberedLayout, rememberLayout } from '#ui/memory.ts';
import { Banner } from '#ui/look/banner.tsx';
import { canOpenPicture, openPictureWindow } from '#ui/picture/picture-window.ts';
import { Knock, Notices, ReconnectBanner, SoundGate, TroubleCard, WeakConnectionBanner } from '#ui/notices.tsx';
import { UnmuteQuestion } from '#ui/unmute-question.tsx';
import { SidePanel } from '#ui/panels/panel.tsx';
import p from '#ui/parts.module.css';
import { RecordDialog } from '#ui/record/record-dialog.tsx';
import { useMeeting, useMeetingState } from '#ui/room-context.tsx';
import { DevicesDialog, KeysDialog, LeaveDialog, SureDialog } from '#ui/room-dialogs.tsx';
import s from '#ui/room.module.css';
import { FullScreenProvider, useFullScreen } from '#ui/stage/full-screen.ts';
import { Stage } from '#ui/stage.tsx';
import { isHandUp, isOff, mayEndForAll, type MeetingPanel } from '#ui/state.ts';
import { InviteDialog } from '#ui/invite-dialog.tsx';
import { TopBar } from '#ui/top-bar.tsx';
import { useWakeLock } from '#ui/media/wake-lock.ts';
import { DialogPlace } from '#ui/topics/dialog-place.tsx';
import { latePart } from '#ui/topics/late-part.tsx';
import { TopicPlace } from '#ui/topics/topic-places.tsx';
import { useWords } from '#ui/words.tsx';

type DialogName = 'none' | 'leave' | 'sure' | 'devices' | 'keys' | 'record' | 'invite';

/** Inside: stage, strip, one panel, and the bar. */
export function Room({ mark }: { mark: ReactNode }) {
  const { text } = useWords();
  const meeting = useMeeting();
  const state = useMeetingState();
  const [dialog, setDialog] = useState<DialogName>('none');
  const { view, turnLayout } = useView();
  const frame = useRef<HTMLDivElement>(null);
  const full = useFullScreen(frame);
  const turnPanel = (panel: MeetingPanel) => meeting.panel(state.panel === panel ? 'none' : panel);
  const hand = () => void meeting.command('hands', { do: isHandUp(state, state.you) ? 'lower' : 'raise' });
  const invite = () => setDialog('invite');
  useKeys((action) => {
    const feature = action === 'close' ? undefined : featureOf[action];
    if (feature !== undefined && isOff(state, feature)) return;
    if (action === 'mic' || action === 'cam' || action === 'screen') void meeting.toggle(action);
    else if (action === 'hand') hand();
    else if (action === 'layout') turnLayout?.();
    else if (action === 'full') full.turn();
    else if (action === 'leave') setDialog(mayEndForAll(state) ? 'leave' : 'sure');
    else if (action === 'close') return full.on && state.panel === 'none' ? full.turn() : meeting.panel('none');
    else turnPanel(action);
  });
  const picture = usePicture();
  useWakeLock();
  useEndNotices();
  return (
    <div
      ref={frame}
      className={`${p.root} ${s.frame}`}
      data-panel={state.panel === 'none' ? undefined : state.panel}
      data-full={full.on ? full.bars : undefined}
      data-page="room"
    >
      <DialogPlace>
        <h1 className={p.hidden}>{text('room.heading', { name: state.facts?.name ?? '' })}</h1>
        <TopBar mark={mark} layout={view} onLayout={turnLayout} full={full} />
        <div className={s.banners}>
          <Banner />
          <TopicPlace place="Banner" />
        </div>
        <FullScreenProvider value={full}>
          <Stage view={view} onEverybody={turnLayout ?? (() => turnPanel('people'))} onInvite={invite} />
        </FullScreenProvider>
        <SidePanel />
        <ControlBar
          onLeave={() => (mayEndForAll(state) ? setDialog('leave') : void meeting.leave())}
          onSettings={() => setDialog('devices')}
          onKeys={() => setDialog('keys')}
          onRecord={() => setDialog('record')}
          onInvite={invite}
          onPicture={picture.open}
          onHand={hand}
          onChat={() => turnPanel('chat')}
          onPeople={() => turnPanel('people')}
          onLayout={turnLayout}
          onFull={full.turn}
        />
        <ChatPreview />
        <Knock />
        <UnmuteQuestion />
        <ReconnectBanner />
        <WeakConnectionBanner />
        <TroubleCard />
        <Notices />
        <LiveRegion />
        <TopicPlace place="Room" />
        <SoundGate />
        <OpenDialog dialog={dialog} onClose={() => setDialog('none')} />
        <ConsentDialog />
        {picture.window && <MeetingPicture window={picture.window} onClose={picture.close} />}
      </DialogPlace>
    </div>
  );
}

/** Faces in a grid or one large picture; a shared screen and the spotlight have a choice of their own that ends with them. */
function useView() {
  const state = useMeetingState();
  const [chosen, setChosen] = useState(rememberedLayout);
  const [everybody, setEverybody] = useState<string | null>(null);
  const wishes = state.entered?.page;
  const wish = wishes?.person.layout;
  const layout = (wish?.kind === 'fixed' ? wish.name : chosen) ?? wish?.name ?? wishes?.meeting.layout ?? 'grid';
  const view = viewOf(state, { layout, everybody });
  const turnLayout = () => {
    const next = view === 'grid' ? 'speaker' : 'grid';
    const stage = stageKey(state);
    if (stage !== null) return setEverybody(next === 'grid' ? stage : null);
    setChosen(next);
    rememberLayout(next);
  };
  return { view, turnLayout: wish?.kind === 'fixed' ? undefined : turnLayout };
}

const MeetingPicture = latePart(() => import('#ui/picture/meeting-picture.tsx').then((late) => late.MeetingPicture));

/** The small window beside the page; `open` only where the browser has it. */
function usePicture() {
  const [opened, setOpened] = useState<Window | null>(null);
  const close = useCallback(() => setOpened(null), []);
  const open = canOpenPicture() ? () => void openPictureWindow().then(setOpened) : undefined;
  return { window: opened, open, close };
}

function OpenDialog({ dialog, onClose }: { dialog: DialogName; onClose(): void }) {
  const { facts } = useMeetingState();
  if (dialog === 'leave') return <LeaveDialog onClose={onClose} />;
  if (dialog === 'sure') return <SureDialog onClose={onClose} />;
  if (dialog === 'devices') return <DevicesDialog onClose={onClose} />;
  if (dialog === 'keys') return <KeysDialog onClose={onClose} />;
  if (dialog === 'record') return <RecordDialog onClose={onClose} />;
  return dialog === 'invite' && facts?.invite !== undefined ? <InviteDialog link={facts.invite} onClose={onClose} /> : null;
}
