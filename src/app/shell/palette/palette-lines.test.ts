import { expect, test } from 'vitest';
import { foundIn, type Line, linesFor } from './palette-lines.ts';

const marked = (name: string, q: string): string | null => {
  const found = foundIn(name, q);
  return found === null ? null : name.slice(found.from, found.to);
};

test.each([
  ['Réunions', 'reun', 'Réun'],
  ['Reunions', 'réun', 'Reun'],
  ['Réunions'.normalize('NFD'), 'REUN', 'Réun'.normalize('NFD')],
  ['Geräte', 'rate', 'räte'],
  ['Kullanıcılar', 'KULLAN', 'Kullan'],
  ['Помощь', 'помощ', 'Помощ'],
  ['الغُرَف', 'الغرف', 'الغُرَف'],
  ['İstanbul', 'istanbul', 'İstanbul'],
  ['設定', '設', '設'],
  ['Rooms', '', ''],
  ['Rooms', 'servers', null],
])('in %s, %s marks %s', (name, q, mark) => expect(marked(name, q)).toBe(mark));

test('screens are found without their accents, and behind > only what is done', () => {
  const screens: Line[] = [{ id: 's', kind: 'screen', name: 'Réunions', to: '/meetings', keys: [] }];
  const found: Line[] = [{ id: 'a', kind: 'action', name: 'New room', to: '/rooms/add-room' }];
  const kinds = (q: string) => linesFor({ q, found, screens }).map((group) => group.kind);
  expect(kinds('reunions')).toEqual(['screen', 'action']);
  expect(kinds('>reunions')).toEqual(['action']);
});
