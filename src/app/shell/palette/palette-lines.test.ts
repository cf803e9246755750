import { expect, test } from 'vitest';
import type { PaletteLine } from '#app/shell/slots.ts';
import { foundIn, linesFor, type OwnLine } from './palette-lines.ts';

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
  const own: OwnLine[] = [{ id: 's', kind: 'screen', name: 'Réunions', to: '/meetings', keys: [] }];
  const found: PaletteLine[] = [{ id: 'a', kind: 'action', name: 'New room', to: '/rooms/add-room' }];
  const kinds = (q: string) => linesFor({ q, found, own }).map((group) => group.kind);
  expect(kinds('reunions')).toEqual(['screen', 'action']);
  expect(kinds('>reunions')).toEqual(['action']);
});

test('settings are found by what stands on them and never shown unasked; a name that fits whole comes first', () => {
  const own: OwnLine[] = [
    {
      id: 'mail',
      kind: 'setting',
      name: 'Mail server',
      also: 'Encryption\nSender',
      to: '/settings?tab=mail',
      keys: [],
      shown: 'searched',
    },
    { id: 'rooms', kind: 'screen', name: 'Rooms', to: '/rooms', keys: [] },
  ];
  const kinds = (q: string, found: PaletteLine[] = []) => linesFor({ q, found, own }).map((group) => group.kind);
  expect(kinds('')).toEqual(['screen']);
  expect(kinds('encryp')).toEqual(['setting']);
  const room: PaletteLine = { id: 'r', kind: 'room', name: 'Talks of 2026-0042', to: '/rooms/r' };
  const invoice: PaletteLine = { id: 'i', kind: 'invoice', name: '2026-0042', to: '/invoices/i' };
  expect(kinds('2026-004', [room, invoice])).toEqual(['room', 'invoice']);
  expect(kinds('2026-0042', [room, invoice])).toEqual(['invoice', 'room']);
});
