import { renderToString } from 'react-dom/server';
import { expect, test, vi } from 'vitest';
import type { MeetingFacts, OptionalFeature } from '#protocol/messages.ts';
import { ControlBar } from '#ui/control-bar.tsx';
import { HouseProvider } from '#ui/house.ts';
import { MoreMenu } from '#ui/more-menu.tsx';
import { meetingIn } from '#ui/meeting.factory.ts';
import { RoomProvider } from '#ui/room-context.tsx';
import { after, facts, member, welcome } from '#ui/state.factory.ts';
import { WordsProvider } from '#ui/words.tsx';

const nothing = () => undefined;
const meetingWith = (some: Partial<MeetingFacts>) => meetingIn(after([welcome({ meeting: { ...facts, ...some } })]));
const handlers = {
  onLeave: nothing,
  onSettings: nothing,
  onKeys: nothing,
  onRecord: nothing,
  onInvite: nothing,
  onPicture: undefined,
  onHand: nothing,
  onChat: nothing,
  onPeople: nothing,
  onLayout: nothing,
  onFull: nothing,
};

test('what the program took out of the meeting has no button', () => {
  const shown = (off: OptionalFeature[]) => {
    const html = renderToString(
      <WordsProvider text={(key) => key} locale="en-US" dir="ltr">
        <RoomProvider meeting={meetingWith({ off })}>
          <ControlBar {...handlers} />
        </RoomProvider>
      </WordsProvider>,
    );
    return ['bar.hand', 'bar.chat', 'bar.share', 'bar.leave'].filter((word) => html.includes(word));
  };
  expect(shown(['screenshare'])).toEqual(['bar.hand', 'bar.chat', 'bar.leave']);
  expect(shown(['screenshare', 'chat', 'raiseHand'])).toEqual(['bar.leave']);
});

test('who may pass on an address can invite from the menu; meetings without one offer nothing', () => {
  // the menu asks what this machine can do
  vi.stubGlobal('window', { isSecureContext: false, matchMedia: () => ({ matches: false }) });
  const shown = (some: Partial<MeetingFacts>) =>
    renderToString(
      <WordsProvider text={(key) => key} locale="en-US" dir="ltr">
        <RoomProvider meeting={meetingWith(some)}>
          <MoreMenu {...handlers} />
        </RoomProvider>
      </WordsProvider>,
    );
  expect(shown({ invite: 'https://example.org/m/frogs' })).toContain('invite.title');
  expect(shown({})).not.toContain('invite.title');
  vi.unstubAllGlobals();
});

test('the bar always shows recording; when it is off, the menu gives the reason and links to the settings for those who can change it', () => {
  vi.stubGlobal('window', { isSecureContext: false, matchMedia: () => ({ matches: false }) });
  const shown = (some: Partial<MeetingFacts>, role: 'moderator' | 'viewer') => {
    const meeting = meetingIn(after([welcome({ meeting: { ...facts, ...some }, members: [member('me', { role })] })]));
    const html = renderToString(
      <WordsProvider text={(key) => key} locale="en-US" dir="ltr">
        <RoomProvider meeting={meeting}>
          <HouseProvider value={{ roomSettings: '/rooms/edit-room/1', clock: () => 'at six' }}>
            <ControlBar {...handlers} />
            <MoreMenu {...handlers} />
          </HouseProvider>
        </RoomProvider>
      </WordsProvider>,
    );
    expect(html).toContain('at six');
    return ['bar.recording', 'more.record', 'record.hostsOnly', 'record.offHere', 'record.turnOn'].filter((word) =>
      html.includes(`>${word}<`),
    );
  };
  expect(shown({ mayRecord: true }, 'moderator')).toEqual(['more.record']);
  expect(shown({}, 'viewer')).toEqual(['record.hostsOnly']);
  expect(shown({ mayBeRecorded: false }, 'viewer')).toEqual(['record.offHere']);
  expect(shown({ mayBeRecorded: false }, 'moderator')).toEqual(['record.offHere', 'record.turnOn']);
  expect(shown({ recording: 'on' }, 'viewer')).toEqual(['bar.recording']);
  vi.unstubAllGlobals();
});
