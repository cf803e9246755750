import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type AnswerMap, rewriteAnswer, rewriteJsonAnswer } from '#answer-rewrite.ts';
import { createdAnswer } from '#answers.ts';
import { rewriteJson } from '#json-rewrite.ts';
import { meetingInfoAnswer, meetingsAnswer, sessionsAnswer } from '#meeting-answers.ts';
import { enter } from '#memory/memory-join.ts';
import { answerMemoryCall, viewOf } from '#memory/memory-calls.ts';
import { emptyState, recording } from '#memory/memory-state.ts';
import { recordingsAnswer, textTracksAnswer } from '#recordings/recording-answers.ts';
import { checksumOf } from '#checksum.ts';
import { readCall, verify } from '#server.ts';
import { element, readXml, writeXml, XmlError } from '#xml.ts';
import { rewriteXml } from '#xml-rewrite.ts';

/** The view of a meeting with one person, made through the calls. */
function sampleView(meetingID: string) {
  const state = emptyState();
  const query = `name=Maths&meetingID=${encodeURIComponent(meetingID)}&meta_endCallbackUrl=https%3A%2F%2Fours%2F&meta_a=1`;
  const checksum = checksumOf({ call: 'create', query, secret: 's', hash: 'sha256' });
  const call = readCall({ method: 'GET', url: `/bigbluebutton/api/create?${query}&checksum=${checksum}` });
  const verdict = call && verify(call, { secrets: ['s'] });
  if (!verdict?.ok) throw new Error('not signed');
  answerMemoryCall(state, verdict.call);
  const meeting = state.meetings.get(meetingID);
  if (!meeting) throw new Error('no meeting');
  const customdata = new Map([['meetingID', meetingID]]);
  enter(meeting, { ...person, customdata });
  return viewOf(state, meeting);
}

const person = {
  userID: 'u',
  fullName: '<Ann> & "Bob"',
  role: 'VIEWER',
  isPresenter: false,
  isListeningOnly: false,
  hasJoinedVoice: true,
  hasVideo: false,
  clientType: 'HTML5',
} as const;

const toOurs: AnswerMap = { meetingId: (id) => `t1-${id}` };
const toTheirs: AnswerMap = { meetingId: (id) => (id.startsWith('t1-') ? id.slice(3) : id) };

describe('answers', () => {
  const view = sampleView('räum <1> & "2"');
  const recordings = recordingsAnswer(
    [recording({ recordID: 'r-1', meetingID: 'm & 1', metadata: new Map([['meetingId', 'm & 1']]) })],
    { offset: 0, limit: 1, total: 1 },
  );

  test.each([
    createdAnswer(view, 'duplicate').body,
    meetingInfoAnswer(view).body,
    meetingsAnswer([view, view]).body,
    recordings.body,
    `<?xml version="1.0"?>\n<!-- > <a> -->\n<response >\n  <returncode>SUCCESS</returncode><x:odd a='>' b="'/>"  c=">'"/><meetingID ><![CDATA[a]]>b&#x62;<!-- c --></meetingID\n></response>\n`,
  ])('rewriting nothing is the same bytes, there and back is the same bytes (%#)', (body) => {
    expect(rewriteAnswer(body, {})).toBe(body);
    expect(rewriteAnswer(body, { meetingId: (id) => id, recordId: (id) => id, metadata: (_, value) => value })).toBe(body);
    expect(readXml(rewriteAnswer(rewriteAnswer(body, toOurs), toTheirs))).toEqual(readXml(body));
  });

  test('an ID is mapped wherever it is one, and nowhere else', () => {
    const body = meetingsAnswer([
      { ...view, parentMeetingID: 'räum', breakout: { sequence: 1, freeJoin: false }, breakoutRooms: ['b1'] },
    ]).body;
    const changed = rewriteAnswer(body, { ...toOurs, recordId: (id) => `int-${id}` });
    expect(changed.match(/<meetingID>[^<]*/g)).toEqual([
      '<meetingID>t1-räum &lt;1&gt; &amp; &quot;2&quot;',
      '<meetingID>räum &lt;1&gt; &amp; &quot;2&quot;',
    ]);
    expect(changed).toContain('<parentMeetingID>t1-räum</parentMeetingID>');
    expect(changed).toContain('<breakoutRooms><breakout>t1-b1</breakout></breakoutRooms>');
    expect(changed).toContain(`<internalMeetingID>int-${view.internalMeetingID}<`);
    expect(rewriteAnswer(createdAnswer(view, 'created').body, toOurs)).toContain('<parentMeetingID>bbb-none<');
    const sessions = sessionsAnswer([{ internalMeetingID: 'i', meetingName: 'N', userName: 'U' }]).body;
    expect(rewriteAnswer(sessions, toOurs)).toBe(sessions);
  });

  test('metadata is changed and taken out by name', () => {
    const body = meetingInfoAnswer(view).body;
    const changed = rewriteAnswer(body, {
      metadata: (name, value) => (name === 'a' ? null : name === 'endcallbackurl' ? 'https://theirs/?a&b' : value),
    });
    expect(changed).toContain('<metadata><endcallbackurl>https://theirs/?a&amp;b</endcallbackurl></metadata>');
    expect(readXml(changed).children.map(({ name }) => name)).toEqual(readXml(body).children.map(({ name }) => name));
  });

  test('recordings: IDs, the copy in the metadata, addresses of playback', () => {
    const changed = rewriteAnswer(recordings.body, { ...toOurs, address: (url) => url.replace('play.example', 'ours.example') });
    expect(changed).toContain('<meetingID>t1-m &amp; 1</meetingID>');
    expect(changed).toContain('<meetingId>t1-m &amp; 1</meetingId>');
    expect(changed).toContain('<recordID>r-1</recordID><');
    expect(changed).toContain('<url>https://ours.example/r-1</url>');
  });

  test('an empty element gets a text, CDATA stays CDATA', () => {
    expect(rewriteXml('<a><b/><b x="1" /><c></c></a>', () => 'x&')).toBe('<a><b>x&amp;</b><b x="1" >x&amp;</b><c>x&amp;</c></a>');
    expect(rewriteXml('<a><![CDATA[x]]></a>', () => ']]>&')).toBe('<a><![CDATA[]]]]><![CDATA[>&]]></a>');
  });

  test('any document passes unchanged, and one text changed is that text', () => {
    const name = fc.constantFrom('meetingID', 'a', 'metadata', 'url');
    const tree = fc.letrec<{ node: ReturnType<typeof element> }>((tie) => ({
      node: fc
        .tuple(name, fc.oneof({ maxDepth: 4 }, fc.string({ unit: 'grapheme' }), fc.array(tie('node'), { maxLength: 4 })))
        .map(([given, content]) => element(given, content)),
    })).node;
    fc.assert(
      fc.property(tree, (node) => {
        const xml = writeXml(node);
        expect(rewriteXml(xml, () => undefined)).toBe(xml);
        expect(readXml(rewriteXml(xml, (leaf) => leaf.text()))).toEqual(readXml(xml));
      }),
    );
  });
});

describe('hostile documents', () => {
  test.each([
    '',
    'text',
    '<a>',
    '<a></b>',
    '</a>',
    '<a/><b/>',
    '<a/>text',
    '<a',
    '<a b="',
    '<a b=">',
    '<a><!-- </a>',
    '<a><![CDATA[</a>',
    '< a/>',
    '<![CDATA[a]]>',
    '<!DOCTYPE a><a/>',
    '<a><!ENTITY b "c"></a>',
    '<!DOCTYPE a [<!ENTITY x "&x;&x;">]><a>&x;</a>',
    '<'.repeat(1000),
    '<a>'.repeat(101) + '</a>'.repeat(101),
  ])('%.40s is refused', (xml) => {
    expect(() => rewriteXml(xml, () => undefined)).toThrow(XmlError);
  });

  test('an unknown entity matters only where somebody looks', () => {
    const xml = '<response><x>&nbsp;</x><meetingID>&nbsp;</meetingID></response>';
    expect(rewriteXml(xml, () => undefined)).toBe(xml);
    expect(() => rewriteAnswer(xml, toOurs)).toThrow(XmlError);
  });

  test('megabytes take moments, not minutes', () => {
    const started = performance.now();
    for (const xml of [
      '<a>'.repeat(1e6),
      `<a ${'b="\'" '.repeat(3e5)}/>`,
      '<a><!--'.repeat(2e5),
      `<a>${'<b/>'.repeat(5e5)}</a>`,
    ]) {
      try {
        rewriteXml(xml, () => undefined);
      } catch (error) {
        expect(error).toBeInstanceOf(XmlError);
      }
    }
    expect(performance.now() - started).toBeLessThan(8000);
  });

  test('junk raises the typed error and nothing else', () => {
    const piece = fc.constantFrom(
      '<',
      '>',
      '/',
      '"',
      "'",
      '<a>',
      '</a>',
      '<!--',
      '-->',
      '<![CDATA[',
      ']]>',
      '<?',
      '?>',
      'a',
      ' ',
      '&',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        try {
          rewriteXml(pieces.join(''), (leaf) => leaf.text());
        } catch (error) {
          expect(error).toBeInstanceOf(XmlError);
        }
      }),
      { numRuns: 2000 },
    );
  });
});

describe('JSON', () => {
  test('tracks get new addresses, numbers and blanks stay', () => {
    const body =
      '{ "response" : {"returncode":"SUCCESS","big":12345678901234567890, "tracks":[{"href":"https://a/x","lang":"de"}]}}';
    expect(rewriteJsonAnswer(body, {})).toBe(body);
    expect(rewriteJsonAnswer(body, { address: (url) => url.replace('//a/', '//ours/') })).toBe(body.replace('//a/', '//ours/'));
    const own = textTracksAnswer([]).body;
    expect(rewriteJsonAnswer(own, { address: () => 'x' })).toBe(own);
  });

  test('keys are never changed, whatever they are called', () => {
    const body = '{"href":"href","a":["x",{"href":"y"}]}';
    expect(rewriteJson(body, ({ text }) => `${text}"`)).toBe('{"href":"href\\"","a":["x\\"",{"href":"y\\""}]}');
    expect(rewriteJson(body, ({ keys }) => keys.join('/'))).toBe('{"href":"href","a":["a",{"href":"a/href"}]}');
    expect(() => rewriteJson('{"a":', () => undefined)).toThrow(SyntaxError);
  });

  test('any JSON passes unchanged', () => {
    fc.assert(
      fc.property(fc.json(), (json) => {
        expect(rewriteJson(json, () => undefined)).toBe(json);
        expect(JSON.parse(rewriteJson(json, ({ text }) => `${text}`))).toEqual(JSON.parse(json));
      }),
    );
  });
});
