import { expect, test } from 'vitest';
import { readPublishedMetadata } from '#recordings/published-metadata.ts';
import { XmlError } from '#xml.ts';

const whole = `<?xml version="1.0"?>
<recording>
  <id>6e35-1530718721124</id><state>published</state><published>true</published>
  <start_time>1530718721124</start_time><end_time>1530718810456</end_time><participants>2</participants>
  <meeting id="6e35-1530718721124" externalId="random-3976" name="From the element" breakout="false"/>
  <meta><meetingId>random-3976</meetingId><meetingName> Physics &amp; more </meetingName><bbb-origin>Moodle</bbb-origin></meta>
  <playback>
    <format>presentation</format>
    <link>
      https://bbb.example/playback/presentation/2.3/6e35-1530718721124
    </link>
    <processing_time>7177</processing_time><duration>80308</duration><size>5000</size>
    <extensions><preview><images>
      <image width="176" height="136" alt="Welcome">https://bbb.example/presentation/6e35/thumb-1.png</image>
    </images></preview></extensions>
  </playback>
  <raw_size>1104836</raw_size>
</recording>`;

test('metadata of a published format', () => {
  const { recording, format, lengthMs } = readPublishedMetadata(whole);
  expect([format, lengthMs]).toEqual(['presentation', 80_308]);
  expect(recording).toMatchObject({
    recordID: '6e35-1530718721124',
    meetingID: 'random-3976',
    name: 'Physics & more',
    published: true,
    state: 'published',
    startTime: 1_530_718_721_124,
    participants: 2,
    rawSize: 1_104_836,
    size: 5000,
    formats: [
      {
        url: 'https://bbb.example/playback/presentation/2.3/6e35-1530718721124',
        length: 1,
        images: [{ url: 'https://bbb.example/presentation/6e35/thumb-1.png', width: 176, height: 136, alt: 'Welcome' }],
      },
    ],
  });
  expect(recording.metadata.get('bbb-origin')).toBe('Moodle');
});

test('of older servers, without a meeting element or pictures', () => {
  const { recording, lengthMs } = readPublishedMetadata(
    '<recording><id>a-1</id><state>published</state><published>true</published><playback><format>video</format></playback></recording>',
  );
  expect([recording.recordID, recording.internalMeetingID, recording.name, lengthMs]).toEqual(['a-1', 'a-1', '', 0]);
});

test('blank elements are none, and decimals of a time are left out', () => {
  const { recording, lengthMs } = readPublishedMetadata(
    '<recording><id>a-1</id><start_time>1530718721124.0</start_time><end_time/><meeting id="" externalId="course-7" name="Physics"/><meta><meetingId/><meetingName> </meetingName></meta><playback><format>video</format><duration>60000.5</duration></playback></recording>',
  );
  const { internalMeetingID, meetingID, name, startTime, endTime } = recording;
  expect([internalMeetingID, meetingID, name, startTime, endTime, lengthMs]).toEqual([
    ...['a-1', 'course-7', 'Physics'],
    ...[1_530_718_721_124, 0, 60_000],
  ]);
});

test.each(['', '<recording>', '<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]><recording>&e;</recording>'])(
  'what is none is refused: %s',
  (text) => {
    expect(() => readPublishedMetadata(text)).toThrow(XmlError);
  },
);
