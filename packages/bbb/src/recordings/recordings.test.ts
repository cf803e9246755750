import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type BbbClient, bbbClient } from '#client.ts';
import { vectorSecret } from '#checksum-vectors.factory.ts';
import { type MemoryBbb, startMemoryBbb } from '#memory/memory-bbb.factory.ts';
import { recording } from '#memory/memory-state.ts';
import { parseQuery } from '#query.ts';
import { readRecordingsRequest } from '#meeting-requests.ts';
import { childOf, textOf } from '#reading.ts';
import { fieldOf, get, namesOf, resultOfGet, rootOf } from '#wire-reading.factory.ts';

let bbb: MemoryBbb;
let client: BbbClient;
beforeEach(async () => {
  bbb = await startMemoryBbb();
  client = bbbClient({ url: bbb.url, secret: vectorSecret });
});
afterEach(() => bbb.stop());

function fill(count: number): void {
  for (let number = 1; number <= count; number += 1)
    bbb.state.recordings.push(recording({ recordID: `r${number}-100`, meetingID: `m${number}` }));
}

/** Recording IDs that a raw query finds. */
async function found(query: string): Promise<string[]> {
  const list = childOf(rootOf(await get(bbb, 'getRecordings', query)), 'recordings');
  return list?.children.map((node) => textOf(node, 'recordID')) ?? [];
}

describe('finding', () => {
  test('106 none is a success with an empty list', async () => {
    const answer = await get(bbb, 'getRecordings');
    expect(namesOf(answer)).toEqual(['returncode', 'recordings', 'messageKey', 'message']);
    expect(fieldOf(answer, 'messageKey')).toBe('noRecordings');
    expect(await client.getRecordings({})).toEqual({ ok: true, recordings: [], total: 0 });
  });

  test('107 by ID, by its beginning, by a list; commas alone find nothing', async () => {
    fill(3);
    expect(await found('recordID=r1-100')).toEqual(['r1-100']);
    expect(await found('recordID=r1')).toEqual(['r1-100']);
    expect(await found('recordID=r1,r2')).toEqual(['r1-100', 'r2-100']);
    expect(await found('recordID=r1,r2,')).toEqual(['r1-100', 'r2-100']);
    expect(await found('recordID=,')).toEqual([]);
    expect(await found('meetingID=,')).toEqual([]);
  });

  test('107 108 an ID that is there and empty finds nothing, never everything', async () => {
    fill(3);
    for (const query of ['recordID=', 'meetingID=', 'recordID=&meetingID=', 'meetingID=+', 'recordID=&limit=2', 'recordID=%09'])
      expect(await found(query), query).toEqual([]);
    expect(await found('recordID=&meetingID=m2')).toEqual(['r2-100']);
    expect(await found('')).toHaveLength(3);
    expect(await client.getRecordings({ recordIds: [] })).toEqual({ ok: true, recordings: [], total: 0 });
    expect(await client.getRecordings({ meetingIds: [] })).toEqual({ ok: true, recordings: [], total: 0 });
  });

  test('108 by meetings; recording IDs win over them', async () => {
    fill(3);
    expect(await found('meetingID=m2,m3')).toEqual(['r2-100', 'r3-100']);
    expect(await found('meetingID=m2&recordID=r1')).toEqual(['r1-100']);
  });

  test('109 by state, published and unpublished unless told otherwise', async () => {
    for (const state of ['published', 'unpublished', 'deleted', 'processing'])
      bbb.state.recordings.push(recording({ recordID: state, state }));
    expect(await found('')).toEqual(['published', 'unpublished']);
    expect(await found('state=published')).toEqual(['published']);
    expect(await found('state=any')).toEqual(['published', 'unpublished', 'deleted', 'processing']);
    expect(await found('state=deleted')).toEqual(['deleted']);
  });

  test('110 by metadata, all of it, with wildcards at the ends', async () => {
    bbb.state.recordings.push(
      recording({
        recordID: 'one',
        metadata: new Map([
          ['gl-listed', 'true'],
          ['name', 'A lecture'],
        ]),
      }),
    );
    bbb.state.recordings.push(recording({ recordID: 'two', metadata: new Map([['gl-listed', 'true']]) }));
    expect(await found('meta_gl-listed=true')).toEqual(['one', 'two']);
    expect(await found('meta_gl-listed=true&meta_name=A+lecture')).toEqual(['one']);
    for (const filter of ['%25lec%25', '%25lecture', 'A%25']) expect(await found(`meta_name=${filter}`)).toEqual(['one']);
    expect(await found('meta_x=')).toEqual([]);
  });

  test('111 in pages', async () => {
    fill(5);
    const answer = await get(bbb, 'getRecordings', 'limit=2&offset=2');
    expect(await found('limit=2&offset=2')).toEqual(['r3-100', 'r4-100']);
    expect(fieldOf(answer, 'totalElements')).toBe('5');
    expect(textOf(childOf(rootOf(answer), 'pagination'), 'totalElements')).toBe('5');
    expect(await found('limit=0')).toHaveLength(1);
    expect(await found('limit=x&offset=2')).toHaveLength(5);
    expect(readRecordingsRequest(parseQuery('limit=1000&offset=-3')).page).toEqual({ offset: 0, limit: 100 });
    expect(await client.getRecordings({ limit: 2, offset: 4 })).toMatchObject({ total: 5, recordings: [{ recordID: 'r5-100' }] });
  });

  test('112 113 a recording is told in full, one way to watch it or three', async () => {
    const format = {
      type: 'video',
      url: 'https://play.example/v',
      processingTime: 5,
      length: 61,
      images: [{ url: 'https://play.example/1.png', width: 176, height: 136, alt: 'A & B' }],
    };
    bbb.state.recordings.push(
      recording({ recordID: 'one', metadata: new Map([['empty', '']]) }),
      recording({ recordID: 'three', formats: [format, format, format] }),
    );
    const result = await client.getRecordings({});
    expect(result).toMatchObject({
      ok: true,
      recordings: [{ startTime: 1_531_155_809_613, participants: 3, published: true, state: 'published' }, { recordID: 'three' }],
    });
    if (!result.ok) return;
    expect(result.recordings.map((entry) => entry.formats.length)).toEqual([1, 3]);
    expect(result.recordings[1]?.formats[0]).toEqual({ ...format, size: 0 });
    expect(result.recordings[0]?.metadata.get('empty')).toBe('');
    const node = childOf(childOf(rootOf(await get(bbb, 'getRecordings')), 'recordings'), 'recording');
    const order =
      'recordID meetingID internalMeetingID name isBreakout published state startTime endTime participants metadata playback';
    expect(node?.children.map((child) => child.name).join(' ')).toBe(order);
  });
});

describe('changing', () => {
  test('114 publishing', async () => {
    fill(1);
    expect(await resultOfGet(bbb, 'publishRecordings', 'publish=true')).toBe('FAILED missingParamRecordID');
    expect(await resultOfGet(bbb, 'publishRecordings', 'recordID=r1-100')).toBe('FAILED missingParamPublish');
    expect(await client.publishRecordings({ recordIds: ['nobody'], publish: true })).toEqual({
      ok: false,
      key: 'notFound',
      message: 'We could not find recordings',
    });
    for (let repeat = 0; repeat < 2; repeat += 1)
      expect(await client.publishRecordings({ recordIds: ['r1-100'], publish: false })).toEqual({ ok: true, published: false });
    expect(bbb.state.recordings[0]?.state).toBe('unpublished');
  });

  test('115 deleting', async () => {
    fill(1);
    expect(await client.deleteRecordings(['r1-100'])).toEqual({ ok: true, deleted: true });
    expect(await client.deleteRecordings(['r1-100'])).toMatchObject({ ok: false, key: 'notFound' });
    expect(await found('state=deleted')).toEqual(['r1-100']);
  });

  test('116 renaming, unnaming, protecting', async () => {
    fill(1);
    const metadata = (): unknown => Object.fromEntries(bbb.state.recordings[0]?.metadata ?? []);
    expect(await client.updateRecordings({ recordIds: ['r1-100'], metadata: { name: 'New' } })).toEqual({
      ok: true,
      updated: true,
    });
    expect(metadata()).toEqual({ name: 'New' });
    await client.updateRecordings({ recordIds: ['r1-100'], metadata: { name: '' }, protect: true });
    expect(metadata()).toEqual({});
    expect(await client.getRecordings({})).toMatchObject({ recordings: [{ isProtected: true }] });
    expect(await client.updateRecordings({ recordIds: ['nobody'] })).toMatchObject({ ok: false, key: 'notFound' });
  });

  test('118 text tracks are told in JSON', async () => {
    fill(1);
    expect(await client.getRecordingTextTracks('nobody')).toMatchObject({ ok: false, key: 'noRecordings' });
    expect(await client.getRecordingTextTracks('r1-100')).toEqual({ ok: true, tracks: [] });
    expect(await client.getRecordingTextTracks('')).toMatchObject({ ok: false, key: 'missingParamRecordID' });
  });
});
