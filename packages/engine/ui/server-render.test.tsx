import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { GreenRoom } from '#ui/green-room.tsx';
import { MeetingRoom } from '#ui/meeting-room.tsx';

const words = { text: (key: string) => key, locale: 'en-US', dir: 'ltr' } as const;
const nothing = () => undefined;

test('the green room is drawn by a server that knows no browser', () => {
  const html = renderToString(
    <GreenRoom
      {...words}
      title="Mathematics 9b"
      name={{ value: 'Clara', onChange: nothing }}
      fields={<i>code</i>}
      consent={<i>consent</i>}
      onJoin={nothing}
    >
      <i>people</i>
    </GreenRoom>,
  );
  for (const part of ['Mathematics 9b', 'value="Clara"', 'code', 'consent', 'people', 'greenRoom.join'])
    expect(html).toContain(part);
});

test('without a name field nobody is asked for a name', () => {
  const html = renderToString(<GreenRoom {...words} title="Room" knownName="Jonas Weber" state="busy" onJoin={nothing} />);
  expect(html).not.toContain('greenRoom.name');
  expect(html).toContain('aria-busy="true"');
});

test('a meeting begins with the page that says it is being opened', () => {
  expect(
    renderToString(
      <MeetingRoom {...words} useTopicText={() => (key) => key} base="/engine" sessionToken="x" onLeave={nothing} />,
    ),
  ).toContain('over.opening');
});
