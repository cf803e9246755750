import { expect, test } from 'vitest';
import {
  addressOf,
  campaignActionsFor,
  campaignStates,
  gapsOf,
  languageFor,
  nextCampaignState,
  paceOf,
  stateAfterBounce,
} from './newsletter.rules.ts';

test('a campaign that was sent or cancelled stays so, and one that pauses can go on or end', () => {
  expect(Object.fromEntries(campaignStates.map((state) => [state, campaignActionsFor(state)]))).toEqual({
    draft: ['schedule'],
    scheduled: ['schedule', 'unschedule', 'cancel'],
    sending: ['pause', 'cancel'],
    paused: ['resume', 'cancel'],
    sent: [],
    cancelled: [],
  });
  expect(nextCampaignState('paused', 'resume')).toBe('sending');
});

test('what stops a campaign is named in order, and a test counts for the version that was tested', () => {
  const ready = {
    listArchived: false,
    subject: 'News',
    words: 3,
    recipients: 1,
    hasMailServer: true,
    contentVersion: 4,
    testedVersion: 4,
  };
  expect(gapsOf(ready)).toEqual([]);
  expect(gapsOf({ ...ready, contentVersion: 5 })).toEqual(['test']);
  expect(
    gapsOf({
      listArchived: true,
      subject: ' ',
      words: 0,
      recipients: 0,
      hasMailServer: false,
      contentVersion: 1,
      testedVersion: null,
    }),
  ).toEqual(['list', 'subject', 'body', 'audience', 'mail_server', 'test']);
});

test('the pace keeps to the limit, whatever it is', () => {
  for (const perMinute of [1, 10, 59, 600, 6_000]) {
    const { batch, pauseMs } = paceOf(perMinute);
    expect(batch).toBeGreaterThan(0);
    expect((batch / pauseMs) * 60_000).toBeLessThanOrEqual(perMinute + 0.001);
    expect((batch / pauseMs) * 60_000).toBeGreaterThan(perMinute * 0.9);
  }
});

test('a bounce or complaint suppresses, and no lesser one takes that back', () => {
  const active = { state: 'active' as const, softBounces: 0 };
  expect(stateAfterBounce(active, 'hard').state).toBe('bounced');
  expect(stateAfterBounce(active, 'complaint').state).toBe('complained');
  expect(stateAfterBounce(active, 'soft')).toEqual({ state: 'active', softBounces: 1 });
  expect(stateAfterBounce({ state: 'active', softBounces: 4 }, 'soft').state).toBe('bounced');
  expect(stateAfterBounce({ state: 'bounced', softBounces: 0 }, 'complaint').state).toBe('complained');
  for (const state of ['complained', 'blocklisted'] as const)
    expect(stateAfterBounce({ state, softBounces: 0 }, 'hard').state).toBe(state);
});

test('the language is the subscriber’s own where it was written, and a sender’s address is read out of its name', () => {
  expect(languageFor('ar', ['en-US', 'ar'], 'en-US')).toBe('ar');
  expect(languageFor('fr', ['en-US', 'ar'], 'en-US')).toBe('en-US');
  expect(addressOf('Atrium <News@meet.example>')).toBe('news@meet.example');
  expect(addressOf('news@meet.example')).toBe('news@meet.example');
});
