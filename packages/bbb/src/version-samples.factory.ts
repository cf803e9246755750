/** Answers as servers of different releases and makes write them, all about the same meeting and the same recording. */
export type VersionSample = { server: string; root: string; create: string; info: string; recordings: string };

const internal = '6367c48dd193d56ea7b0baad25b19455e529f5ee-1531155809613';
const ok = '<returncode>SUCCESS</returncode>';

type Style = {
  server: string;
  declaration?: string;
  root: string;
  /** Writes a free text. */
  text: (value: string) => string;
  /** After createDate in `create`. */
  createEnd?: string;
  attendeeEnd: string;
  breakout: string;
  /** Around the recordings. */
  before?: string;
  recordingStart?: string;
  recordingEnd?: string;
  after?: string;
  url?: (address: string) => string;
};

const escaped = (value: string): string => value.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
const cdata = (value: string): string => `<![CDATA[${value}]]>`;
const short = '<version>2.0</version>';
const long = `${short}<apiVersion>2.0</apiVersion><bbbVersion></bbbVersion>`;
const flat = '<isBreakout>false</isBreakout>';
const person = (attendeeEnd: string): string =>
  `<attendee><userID>u42</userID><fullName>Ann &amp; Bob</fullName><role>MODERATOR</role><isPresenter>true</isPresenter><isListeningOnly>false</isListeningOnly><hasJoinedVoice>true</hasJoinedVoice><hasVideo>false</hasVideo>${attendeeEnd}</attendee>`;
const pages =
  '<pagination><pageable><offset>0</offset><limit>1</limit><paged>true</paged><unpaged>false</unpaged></pageable><totalElements>7</totalElements><empty>false</empty></pagination>';

function sampleOf(style: Style): VersionSample {
  const { server, declaration = '', text, createEnd = '', before = '', after = '', url = (address) => address } = style;
  const response = (inside: string): string => `${declaration}<response>${ok}${inside}</response>`;
  const passwords = '<attendeePW>ap</attendeePW><moderatorPW>mp</moderatorPW>';
  const date = '<createDate>Mon Jul 09 17:03:29 UTC 2018</createDate>';
  const ids = `<meetingID>abc123</meetingID><internalMeetingID>${internal}</internalMeetingID>`;
  const metadata = `<metadata><topic>${text('A & <B>')}</topic><empty/></metadata>`;
  const format = `<format><type>presentation</type><url>${url('https://h/p?a=1&amp;b=2')}</url><processingTime>7177</processingTime><length>3</length></format>`;
  return {
    server,
    root: response(style.root),
    create: response(
      `${ids}<parentMeetingID>bbb-none</parentMeetingID>${passwords}<createTime>1531155809613</createTime><voiceBridge>70757</voiceBridge><dialNumber>613-555-1234</dialNumber>${date}<hasUserJoined>false</hasUserJoined><duration>0</duration>${createEnd}<messageKey/><message/>`,
    ),
    info: response(
      `<meetingName>${text('A & <B>')}</meetingName>${ids}<createTime>1531155809613</createTime>${date}<voiceBridge>70757</voiceBridge><dialNumber>613-555-1234</dialNumber>${passwords}<running>true</running><duration>0</duration><hasUserJoined>true</hasUserJoined><recording>false</recording><hasBeenForciblyEnded>false</hasBeenForciblyEnded><startTime>1531155809620</startTime><endTime>0</endTime><participantCount>1</participantCount><listenerCount>0</listenerCount><voiceParticipantCount>1</voiceParticipantCount><videoCount>0</videoCount><maxUsers>20</maxUsers><moderatorCount>1</moderatorCount><attendees>${person(style.attendeeEnd)}</attendees>${metadata}${style.breakout}`,
    ),
    recordings: response(
      `${before}<recordings><recording><recordID>${internal}</recordID><meetingID>abc123</meetingID>${style.recordingStart ?? ''}<name>${text('A & <B>')}</name><published>true</published><state>published</state><startTime>1531155809613</startTime><endTime>1531155900000</endTime>${style.recordingEnd ?? ''}${metadata}<playback>${format}</playback></recording></recordings>${after}`,
    ),
  };
}

const forciblyEnded = '<hasBeenForciblyEnded>false</hasBeenForciblyEnded>';
const html5 = '<clientType>HTML5</clientType>';
const recordingStart = `<internalMeetingID>${internal}</internalMeetingID>`;
const recordingEnd = '<participants>3</participants><rawSize>951067</rawSize>';
const modern: Style = {
  server: 'BBB 2.5',
  root: long,
  text: escaped,
  createEnd: forciblyEnded,
  attendeeEnd: html5,
  breakout: flat,
  recordingStart: `${recordingStart}<isBreakout>false</isBreakout>`,
  recordingEnd,
};

/** From the oldest to the newest, then other makes. */
export const versionSamples: readonly VersionSample[] = [
  {
    ...modern,
    server: 'BBB 2.2',
    root: short,
    text: cdata,
    attendeeEnd: '<clientType>FLASH</clientType>',
    breakout: '<isBreakout>false</isBreakout><breakout><parentMeetingID>none</parentMeetingID></breakout>',
    url: (address: string) => `\n  ${address}\n  `,
  },
  { ...modern, server: 'BBB 2.3', root: short, text: cdata },
  { ...modern, server: 'BBB 2.4' },
  modern,
  { ...modern, server: 'BBB 2.6', after: pages },
  { ...modern, server: 'BBB 2.7', after: pages, attendeeEnd: `${html5}<customdata><bbb_x>1</bbb_x></customdata>` },
  {
    ...modern,
    server: 'BBB 3.0',
    root: `${long}<html5PluginSdkVersion>0.0.77</html5PluginSdkVersion><graphqlWebsocketUrl>wss://h/graphql</graphqlWebsocketUrl><graphqlApiUrl>https://h/api/rest</graphqlApiUrl>`,
    after: pages,
  },
  {
    ...modern,
    server: 'a newer branch',
    after: '<totalElements>7</totalElements>',
    attendeeEnd: `${html5}<newThing a="1"><deep/></newThing>`,
  },
  {
    ...modern,
    server: 'Scalelite',
    declaration: '<?xml version="1.0"?>\n',
    root: `${short}<build>2.0</build>`,
    recordingStart: `${recordingStart}`,
    recordingEnd: '<participants>3</participants>',
    before: '<messageKey/><message/>',
  },
  { ...modern, server: 'b3lb', declaration: '<?xml version="1.0" encoding="UTF-8"?>', root: long },
].map(sampleOf);
