import { expect, test } from 'vitest';
import type { ServerMessage } from '#protocol/messages.ts';
import { after, facts, welcome } from '#ui/state.factory.ts';
import { reduce } from '#ui/store.ts';

const on = (by: string | null): ServerMessage => ({ t: 'recording', on: true, by, since: 4_000 });
const off: ServerMessage = { t: 'recording', on: false, by: 'host', since: null };

test('whoever is in when the recording begins is asked, and it is read out', () => {
  const state = after([welcome(), on('host')]);
  expect([state.consentAsked, state.facts?.recording, state.facts?.recordingSince]).toEqual([true, true, 4_000]);
  expect(state.news.at(-1)?.what).toBe('record-on');
  expect(reduce(state, { t: 'consented' }).consentAsked).toBe(false);
});

test('who started it is not asked', () => {
  expect(after([welcome(), on('me')]).consentAsked).toBe(false);
});

test('the question goes when the recording stops, and that is read out too', () => {
  const state = after([welcome(), on('host'), off]);
  expect([state.consentAsked, state.facts?.recording, state.news.at(-1)?.what]).toEqual([false, false, 'record-off']);
});

test('a recording that began while the connection was away is asked about; one known from the green room is not', () => {
  const recorded = welcome({ meeting: { ...facts, recording: true } });
  expect(after([recorded]).consentAsked).toBe(false);
  expect(after([welcome(), recorded]).consentAsked).toBe(true);
});
