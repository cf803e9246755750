import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checksumVector, vectorSecret } from '#checksum-vectors.factory.ts';
import { type BbbClient, bbbClient } from '#client.ts';
import { type MemoryBbb, send, signedPath, startMemoryBbb } from '#memory/memory-bbb.factory.ts';
import { recording } from '#memory/memory-state.ts';
import { readMultipart, writeMultipartFile } from '#multipart.ts';
import { readTextTrackUploaded } from '#recordings/text-track-reading.ts';

let bbb: MemoryBbb;
let client: BbbClient;
beforeAll(async () => {
  bbb = await startMemoryBbb();
  bbb.state.recordings.push(recording({ recordID: 'r1' }));
  client = bbbClient({ url: bbb.url, secret: vectorSecret });
});
afterAll(() => bbb.stop());

const file = {
  name: 'file',
  filename: 'a.vtt',
  contentType: 'text/vtt',
  text: 'WEBVTT\n\n00:00.000 --> 00:01.000\nHello – 你好\n',
};

/** The key in the JSON that an upload is answered with. */
async function keyOf(query: string, given: Partial<typeof file> = {}): Promise<unknown> {
  const { contentType, body } = writeMultipartFile({ ...file, ...given });
  const answer = await send(bbb, { method: 'POST', path: signedPath('putRecordingTextTrack', query), contentType, body });
  expect(answer.type).toMatch(/^application\/json/);
  expect(answer.status).toBe(200);
  const parsed: unknown = JSON.parse(answer.body);
  return typeof parsed === 'object' && parsed !== null && 'response' in parsed ? parsed.response : parsed;
}

describe('uploads', () => {
  test.each([
    ['recordID=r1&kind=foo&lang=en', 'invalidKind'],
    ['recordID=r1&kind=subtitles&lang=x+y', 'invalidLang'],
    ['recordID=r1&kind=subtitles&lang=', 'paramError'],
    ['recordID=r1&lang=en', 'paramError'],
    ['kind=subtitles&lang=en', 'paramError'],
    ['recordID=r9&kind=foo&lang=x+y', 'noRecordings'],
  ])('119 %s is refused as %s', async (query, messageKey) => {
    expect(await keyOf(query)).toMatchObject({ returncode: 'FAILED', messageKey });
  });

  test('119 the words of the refusals', async () => {
    expect(await keyOf('recordID=r1&kind=foo&lang=en')).toMatchObject({
      message: "Invalid kind parameter, expected='subtitles|captions' actual=foo",
    });
    expect(await keyOf('recordID=r1&kind=captions&lang=x+y')).toMatchObject({ message: 'Malformed lang param, received=x y' });
  });

  test('119 no file and an empty one are refused', async () => {
    const messageKey = 'empty_uploaded_text_track';
    expect(await keyOf('recordID=r1&kind=subtitles&lang=en', { text: '' })).toMatchObject({ messageKey });
    const path = signedPath('putRecordingTextTrack', 'recordID=r1&kind=subtitles&lang=en');
    const bare = await send(bbb, { method: 'POST', path });
    expect(JSON.parse(bare.body)).toMatchObject({ response: { messageKey } });
  });

  test('119 a wrong checksum is told in JSON as well', async () => {
    const { contentType, body } = writeMultipartFile(file);
    const path = `/bigbluebutton/api/putRecordingTextTrack?recordID=r1&kind=foo&checksum=${checksumVector('V01').checksum}`;
    const answer = await send(bbb, { method: 'POST', path, contentType, body });
    expect(JSON.parse(answer.body)).toMatchObject({ response: { returncode: 'FAILED', messageKey: 'checksumError' } });
  });

  test('118 119 what is uploaded is listed, with its language in canonical form; the same again replaces it', async () => {
    const track = { recordId: 'r1', kind: 'subtitles', filename: 'a.vtt', text: file.text } as const;
    expect(await client.putRecordingTextTrack({ ...track, lang: 'en_US', label: 'English' })).toEqual({
      ok: true,
      recordId: 'r1',
    });
    await client.putRecordingTextTrack({ ...track, lang: 'en-us', label: 'English (US)' });
    await client.putRecordingTextTrack({ ...track, lang: 'pt_BR', kind: 'captions' });
    expect(await client.getRecordingTextTracks('r1')).toMatchObject({
      ok: true,
      tracks: [
        { kind: 'subtitles', lang: 'en-US', label: 'English (US)', source: 'upload' },
        { kind: 'captions', lang: 'pt-BR', label: '' },
      ],
    });
    expect(await client.putRecordingTextTrack({ ...track, recordId: 'r9', lang: 'en' })).toMatchObject({
      ok: false,
      key: 'noRecordings',
    });
  });

  test('118 errors before the list are XML unless JSON is asked for', async () => {
    const path = '/bigbluebutton/api/getRecordingTextTracks?recordID=r1';
    expect((await send(bbb, { path })).type).toMatch(/^text\/xml/);
    const json = await fetch(`http://127.0.0.1:${bbb.port}${path}`, { headers: { accept: 'application/json' } });
    expect(await json.json()).toMatchObject({ response: { returncode: 'FAILED', messageKey: 'checksumError' } });
  });

  test('a track that could not be kept is a refusal, although servers say SUCCESS', () => {
    const body =
      '{"response":{"messageKey":"upload_text_track_failed","message":"Text track upload failed.","recordId":"r","returncode":"SUCCESS"}}';
    expect(readTextTrackUploaded(body, 200)).toMatchObject({ ok: false, key: 'upload_text_track_failed' });
  });
});

describe('forms with files', () => {
  test('bytes of a file and letters of fields survive', () => {
    const bytes = Buffer.from([0, 255, 13, 10, 45, 45, 128]);
    const head = (more: string): Buffer => Buffer.from(`--b\r\nContent-Disposition: form-data; ${more}\r\n\r\n`);
    const body = Buffer.concat([
      head('name="grüße"'),
      Buffer.from('Käse\r\n'),
      head('name="file"; filename="ä%22.vtt"\r\nContent-Type: text/vtt'),
      bytes,
      Buffer.from('\r\n--b--\r\nafter'),
    ]);
    const form = readMultipart(body, 'multipart/form-data; boundary=b');
    expect(form.fields).toEqual([['grüße', 'Käse']]);
    expect(form.files).toEqual([{ name: 'file', filename: 'ä".vtt', contentType: 'text/vtt', bytes }]);
  });

  test('a boundary is never part of the file, a name never ends the header', () => {
    const written = writeMultipartFile({ ...file, filename: 'a"\r\nx: y', text: '--part-of-a-form\r\n--part-of-a-form-x--' });
    const form = readMultipart(written.body, written.contentType);
    expect(form.files.map(({ filename, bytes }) => [filename, Buffer.from(bytes).toString()])).toEqual([
      ['a"\r\nx: y', '--part-of-a-form\r\n--part-of-a-form-x--'],
    ]);
  });
});
