import { expect, test } from 'vitest';
import { permissions } from '../iam.rules.ts';
import { sayOf } from '#kit/ui/text/text-of.ts';
import english from '../text/en-US.json' with { type: 'json' };
import { actionWords, areaOf, byArea } from './set-words.hook.ts';

const say = sayOf('iam', english, { locale: 'en-US', zone: 'UTC', now: 0, texts: null });

test.each(Object.keys(permissions))('%s is said in words', (name) => {
  expect(say.maybe(`sets.area.${areaOf(name)}`)).not.toBeNull();
  // neither the key nor a part of it
  expect(actionWords(say, name)).toMatch(/^[A-Z][\w -]*: [A-Z][a-z]/);
});

test('only rights over what belongs to colleagues are for everyone', () => {
  expect(['rooms.manage', 'lti.manage', 'chat.use', '*', 'rooms.*'].map((name) => actionWords(say, name))).toEqual([
    'Rooms: Manage for everyone',
    'LTI: Manage',
    'Chat: Use',
    'Everything, including future features',
    'Rooms: everything',
  ]);
});

test('permissions are grouped by area in their order', () => {
  const names = [{ name: 'rooms.view' }, { name: 'lti.manage' }, { name: 'rooms.edit' }];
  expect(byArea(names)).toEqual([
    ['rooms', [{ name: 'rooms.view' }, { name: 'rooms.edit' }]],
    ['lti', [{ name: 'lti.manage' }]],
  ]);
});
