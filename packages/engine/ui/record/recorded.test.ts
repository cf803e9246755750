import { expect, test } from 'vitest';
import type { ClientMessage, MeetingFacts, ServerMessage } from '#protocol/messages.ts';
import type { SendOutcome } from '#ui/media/connection.ts';
import { answerConsent, consentQuestion, toggleOrAsk, type ConsentDesk } from '#ui/record/consent.ts';
import type { OwnMedia } from '#ui/media/own-media.ts';
import { initialState, type OwnState } from '#ui/state.ts';
import { after, facts, welcome } from '#ui/state.factory.ts';
import { createStore, reduce } from '#ui/store.ts';

const told = (change: Partial<MeetingFacts>): ServerMessage => ({ t: 'meeting', meeting: { ...facts, ...change } });
const turned = (to: 'on' | 'off' | 'paused'): ServerMessage => ({ t: 'recording', to, by: 'host' });
const on = told({ recording: 'on', recordingSince: 4_000 });

test('whoever is in when the recording begins is asked until there is an answer, and it is read out', () => {
  const state = after([welcome(), turned('on'), on]);
  expect([consentQuestion(state), state.news.at(-1)?.what]).toEqual(['must', 'record-on']);
  expect(consentQuestion(reduce(state, { t: 'asking', what: null }))).toBe('must');
  const answered = after([welcome(), on, told({ recording: 'on', consent: 'all' })]);
  expect(consentQuestion(answered)).toBe('none');
  expect(consentQuestion(reduce(answered, { t: 'asking', what: 'again' }))).toBe('may');
});

test('who comes later is asked, also after a lost connection; a paused recording asks nobody', () => {
  expect(consentQuestion(after([welcome({ meeting: { ...facts, recording: 'on' } })]))).toBe('must');
  expect(consentQuestion(after([welcome(), welcome({ meeting: { ...facts, recording: 'on', consent: 'all' } })]))).toBe('none');
  expect(consentQuestion(after([welcome({ meeting: { ...facts, recording: 'paused' } })]))).toBe('none');
});

test('pausing, going on and stopping are read out, and the question goes when it stops', () => {
  const paused = after([welcome(), turned('on'), on, turned('paused'), told({ recording: 'paused' })]);
  expect(paused.news.at(-1)?.what).toBe('record-paused');
  expect(after([turned('on')], paused).news.at(-1)?.what).toBe('record-resumed');
  const opened = reduce(paused, { t: 'asking', what: 'again' });
  const stopped = after([turned('off'), told({ recording: 'off' })], opened);
  expect([stopped.asking, consentQuestion(stopped), stopped.news.at(-1)?.what]).toEqual([null, 'none', 'record-off']);
});

type Set = { desk: ConsentDesk; sent: ClientMessage[]; done: string[]; refusals: SendOutcome[] };

/** A person in the room whose devices remember what was asked of them. */
function seated(change: Partial<MeetingFacts>, { mic, outcome = 'ok' }: { mic: OwnState; outcome?: SendOutcome }): Set {
  const set: Omit<Set, 'desk'> = { sent: [], done: [], refusals: [] };
  const store = createStore(after([welcome({ meeting: { ...facts, ...change } })], initialState));
  store.dispatch({ t: 'own', own: { mic } });
  const own: OwnMedia = {
    toggle: async (kind) => void set.done.push(`toggle ${kind}`),
    hush: async () => void set.done.push('hush'),
    begin: async () => undefined,
    change: async () => undefined,
    onVisibility: () => undefined,
    onMessage: () => undefined,
    stop: () => undefined,
  };
  const request = async (message: ClientMessage) => {
    set.sent.push(message);
    return outcome;
  };
  return { ...set, desk: { store, own: () => own, request, refused: (why) => void set.refusals.push(why) } };
}

test('who stays unrecorded is silent at once, and asked before something is switched on', async () => {
  const { desk, sent, done } = seated({ recording: 'on', consent: 'open' }, { mic: 'on' });
  await answerConsent(desk, 'nothing');
  expect([sent, done]).toEqual([[{ t: 'consent', to: 'nothing' }], ['hush']]);
  const later = seated({ recording: 'on', consent: 'nothing' }, { mic: 'muted' });
  await toggleOrAsk(later.desk, 'mic');
  expect([later.done, later.desk.store.get().asking]).toEqual([[], 'mic']);
  await answerConsent(later.desk, 'all');
  expect([later.sent, later.done, later.desk.store.get().asking]).toEqual([[{ t: 'consent', to: 'all' }], ['toggle mic'], null]);
});

test('switching off is never asked about, nor anything while nothing is recorded', async () => {
  for (const [change, mic] of [
    [{ recording: 'on', consent: 'nothing' }, 'on'],
    [{ recording: 'on', consent: 'all' }, 'muted'],
    [{ recording: 'off', consent: 'open' }, 'muted'],
  ] as const) {
    const { desk, done } = seated(change, { mic });
    await toggleOrAsk(desk, 'mic');
    expect(done).toEqual(['toggle mic']);
  }
});

test('an answer that did not arrive changes nothing', async () => {
  const { desk, done, refusals } = seated({ recording: 'on', consent: 'open' }, { mic: 'on', outcome: 'lost' });
  await answerConsent(desk, 'nothing');
  expect([done, refusals, consentQuestion(desk.store.get())]).toEqual([[], ['lost'], 'must']);
});
