import { expect, test } from 'vitest';
import type { EnterResponse } from '#protocol/entering.ts';
import type { PageWishes } from '#protocol/page-wishes.ts';
import { inkOn } from '#ui/look/contrast.ts';
import { entersDirectly, wishedChoice } from '#ui/look/first-choice.ts';
import { plainChoice } from '#ui/media/device-choice.ts';
import { enteredWith } from '#ui/state.factory.ts';
import { initialState, type MeetingState } from '#ui/state.ts';
import { reduce } from '#ui/store.ts';

const person = (wish: Partial<PageWishes['person']>): EnterResponse => enteredWith({ person: wish });

test.each([
  ['#000000', '#ffffff'],
  ['#3b5bfd', '#ffffff'],
  ['#767676', '#000000'],
  ['#ffaa00', '#000000'],
  ['#ffffff', '#000000'],
])('on %s one reads %s', (ground, ink) => expect(inkOn(ground)).toBe(ink));

test('the green room is left out for good, or the first time only', () => {
  const visits = (entered: EnterResponse) => [entersDirectly(entered, 'first'), entersDirectly(entered, 'again')];
  expect(visits(person({}))).toEqual([false, false]);
  expect(visits(person({ greenRoom: 'at-first' }))).toEqual([true, false]);
  expect(visits(person({ greenRoom: 'skipped' }))).toEqual([true, true]);
  const { page: _page, ...olderEngine } = person({});
  expect(visits(olderEngine)).toEqual([false, false]);
});

test('devices begin as the program wishes, and else as remembered', () => {
  const remembered = { ...plainChoice, micId: 'desk', camOn: false };
  expect(wishedChoice(remembered, person({}))).toBe(remembered);
  expect(wishedChoice(remembered, person({ mic: 'off', cam: 'on' }))).toMatchObject({ micId: 'desk', micOn: false, camOn: true });
  expect(wishedChoice(remembered, person({ mic: 'off' })).listenOnly).toBe(true);
});

test.each([
  [3, ['b', 'c', 'd']],
  [1, ['d']],
  [0, ['a', 'b', 'c', 'd']],
])('of %i pins the newest stay, and with 0 all', (pinsMost, kept) => {
  const state: MeetingState = { ...initialState, entered: enteredWith({ meeting: { pinsMost } }) };
  const pinned = ['a', 'b', 'c', 'd'].reduce((before, member) => reduce(before, { t: 'pin', member }), state);
  expect(pinned.pins).toEqual(kept);
  expect(reduce(pinned, { t: 'pin', member: 'd' }).pins).toEqual(kept.filter((member) => member !== 'd'));
});
