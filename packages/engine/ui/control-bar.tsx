import {
  IconDots,
  IconHandStop,
  IconMessage,
  IconMicrophone,
  IconMicrophoneOff,
  IconPhoneOff,
  IconScreenShare,
  IconScreenShareOff,
  IconUsers,
  IconVideo,
  IconVideoOff,
} from '@tabler/icons-react';
import { Control } from '#ui/control.tsx';
import { useClock } from '#ui/house.ts';
import { canShareScreen } from '#ui/media/devices.ts';
import { usePushToTalk } from '#ui/media/push-to-talk.ts';
import { keyOf } from '#ui/keys.ts';
import { Menu, MenuItem } from '#ui/menu.tsx';
import { MoreMenu } from '#ui/more-menu.tsx';
import { useNow } from '#ui/now.ts';
import { Hidden, IconButton, Ltr } from '#ui/parts.tsx';
import { RecordControl } from '#ui/record/record-control.tsx';
import { useMeeting, useMeetingState } from '#ui/room-context.tsx';
import s from '#ui/room.module.css';
import { isHandUp, isOff, may, presentMembers, unreadMessages } from '#ui/state.ts';
import { TopicPlace, useSharesMore } from '#ui/topics/topic-places.tsx';
import { useWords } from '#ui/words.tsx';

type BarProps = {
  onLeave(): void;
  onSettings(): void;
  onKeys(): void;
  onRecord(): void;
  onInvite(): void;
  onPicture: (() => void) | undefined;
  onHand(): void;
  onChat(): void;
  onPeople(): void;
  onLayout: (() => void) | undefined;
  onFull(): void;
};

/** The bar that never hides mute: a word under every sign, and the key in its title. */
export function ControlBar(props: BarProps) {
  const { text } = useWords();
  return (
    <div className={s.controls}>
      <Clock />
      <div className={s.center} role="toolbar" aria-label={text('bar.label')}>
        <Mic talk={usePushToTalk()} />
        <Cam />
        <Share />
        <Hand onHand={props.onHand} />
        <TopicPlace place="Bar" />
        <RecordControl onRecord={props.onRecord} />
        <Chat onChat={props.onChat} />
        <Menu label={text('bar.more')} opener={(opener) => <Control {...opener} icon={IconDots} word={text('bar.more')} />}>
          <MoreMenu {...props} />
        </Menu>
        <Control
          icon={IconPhoneOff}
          word={text('bar.leave')}
          tone="danger"
          title={text('bar.leaveTitle', { key: keyOf.leave })}
          onClick={props.onLeave}
        />
      </div>
      <Side onChat={props.onChat} onPeople={props.onPeople} />
    </div>
  );
}

/** An end that is far away would read like one of today. */
const endShownWithin = 6 * 3_600_000;

function Clock() {
  const { text } = useWords();
  const clock = useClock();
  const { facts, skew } = useMeetingState();
  const now = useNow(5000) + skew;
  const ends = facts?.endsAt && facts.endsAt - now < endShownWithin ? facts.endsAt : null;
  return (
    <span className={s.side}>
      <bdi>{clock(now)}</bdi>
      {ends !== null && <span>·</span>}
      {ends !== null && <span>{text('bar.ends', { time: clock(ends) })}</span>}
    </span>
  );
}

export function Mic({ talk }: { talk: 'held' | 'free' }) {
  const { text } = useWords();
  const meeting = useMeeting();
  const state = useMeetingState();
  const { own } = state;
  const locked = !may(state, 'speak') && own.mic !== 'on';
  const on = own.mic === 'on' || own.mic === 'starting';
  const talking = talk === 'held' && on;
  const title = locked ? text('bar.micLocked') : text(on ? 'bar.muteTitle' : 'bar.unmuteTitle', { key: keyOf.mic });
  return (
    <Control
      icon={on ? IconMicrophone : IconMicrophoneOff}
      word={text(talking ? 'bar.talking' : on ? 'bar.mute' : 'bar.unmute')}
      tone={talking ? 'active' : on ? undefined : 'off'}
      title={title}
      disabled={locked}
      data-control="mic"
      onClick={() => void meeting.toggle('mic')}
    />
  );
}

export function Cam() {
  const { text } = useWords();
  const meeting = useMeeting();
  const state = useMeetingState();
  const { own } = state;
  const locked = !may(state, 'film') && own.cam === 'off';
  const on = own.cam !== 'off';
  const title = locked ? text('bar.camLocked') : text(on ? 'bar.camOffTitle' : 'bar.camOnTitle', { key: keyOf.cam });
  return (
    <Control
      icon={on ? IconVideo : IconVideoOff}
      word={text('bar.camera')}
      tone={on ? undefined : 'off'}
      aria-pressed={on}
      title={title}
      disabled={locked}
      data-control="cam"
      onClick={() => void meeting.toggle('cam')}
    />
  );
}

function Share() {
  const { text } = useWords();
  const meeting = useMeeting();
  const state = useMeetingState();
  const sharesMore = useSharesMore();
  const { own } = state;
  const on = own.screen === 'on';
  if (sharesMore && !on) return <ShareMenu />;
  if (isOff(state, 'screenshare') || !canShareScreen()) return null;
  const locked = !may(state, 'share') && !on;
  return (
    <Control
      icon={on ? IconScreenShareOff : IconScreenShare}
      word={text(on ? 'bar.stopShare' : 'bar.share')}
      tone={on ? 'active' : undefined}
      className={s.onlyWide}
      title={locked ? text('bar.shareLocked') : text(on ? 'bar.stopShareTitle' : 'bar.shareTitle', { key: keyOf.screen })}
      disabled={locked}
      data-control="screen"
      onClick={() => void meeting.toggle('screen')}
    />
  );
}

/** Who presents shares the screen or something else. */
function ShareMenu() {
  const { text } = useWords();
  const meeting = useMeeting();
  const state = useMeetingState();
  const screen = !isOff(state, 'screenshare') && canShareScreen() && may(state, 'share');
  return (
    <Menu
      label={text('bar.share')}
      opener={(opener) => (
        <Control {...opener} icon={IconScreenShare} word={text('bar.share')} className={s.onlyWide} data-control="screen" />
      )}
    >
      {screen && (
        <MenuItem icon={IconScreenShare} keyName={keyOf.screen} onClick={() => void meeting.toggle('screen')}>
          {text('more.share')}
        </MenuItem>
      )}
      <TopicPlace place="Share" />
    </Menu>
  );
}

function Hand({ onHand }: { onHand(): void }) {
  const { text } = useWords();
  const state = useMeetingState();
  if (isOff(state, 'raiseHand')) return null;
  const up = isHandUp(state, state.you);
  return (
    <Control
      icon={IconHandStop}
      word={text(up ? 'bar.lowerHand' : 'bar.hand')}
      tone={up ? 'hand' : undefined}
      title={text(up ? 'bar.lowerHandTitle' : 'bar.handTitle', { key: keyOf.hand })}
      data-control="hand"
      onClick={onHand}
    />
  );
}

function Chat({ onChat }: { onChat(): void }) {
  const { text } = useWords();
  const state = useMeetingState();
  const { panel } = state;
  const unread = unreadMessages(state);
  if (isOff(state, 'chat')) return null;
  return (
    <Control
      icon={IconMessage}
      word={text('bar.chat')}
      className={s.onlyPhone}
      aria-pressed={panel === 'chat'}
      badge={
        unread > 0 && (
          <>
            <Ltr>{unread}</Ltr>
            <Hidden>{text('bar.newMessages', { count: unread })}</Hidden>
          </>
        )
      }
      onClick={onChat}
    />
  );
}

function Side({ onChat, onPeople }: { onChat(): void; onPeople(): void }) {
  const { text } = useWords();
  const state = useMeetingState();
  const count = presentMembers(state).length;
  const { panel, waiting } = state;
  return (
    <span className={`${s.side} ${s.sideEnd}`}>
      <span className={s.badged}>
        <IconButton
          icon={IconUsers}
          size={44}
          label={text('bar.people', { count })}
          title={text('bar.peopleTitle', { key: keyOf.people })}
          aria-pressed={panel === 'people'}
          onClick={onPeople}
        />
        <b className={s.badge} data-quiet={waiting.length === 0 || undefined} aria-hidden="true">
          <Ltr>{count}</Ltr>
        </b>
      </span>
      {!isOff(state, 'chat') && <ChatButton onChat={onChat} />}
    </span>
  );
}

function ChatButton({ onChat }: { onChat(): void }) {
  const { text } = useWords();
  const state = useMeetingState();
  const { panel } = state;
  const unread = unreadMessages(state);
  return (
    <span className={s.badged}>
      <IconButton
        icon={IconMessage}
        size={44}
        label={unread > 0 ? text('bar.chatNew', { count: unread }) : text('bar.chat')}
        title={text('bar.chatTitle', { key: keyOf.chat })}
        aria-pressed={panel === 'chat'}
        onClick={onChat}
      />
      {unread > 0 && (
        <b className={s.badge} aria-hidden="true">
          <Ltr>{unread}</Ltr>
        </b>
      )}
    </span>
  );
}
