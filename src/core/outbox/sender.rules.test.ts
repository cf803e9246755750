import { expect, test } from 'vitest';
import { dnsRecords, nextSelector } from './sender.rules.ts';

test('a selector is of its day and never given twice', () => {
  const day = Date.UTC(2026, 10, 27, 23, 59);
  expect(nextSelector(day, '')).toBe('atrium20261127');
  expect(nextSelector(day, 'atrium20261126c')).toBe('atrium20261127');
  expect(nextSelector(day, 'atrium20261127')).toBe('atrium20261127b');
  expect(nextSelector(day, 'atrium20261127b')).toBe('atrium20261127c');
});

const recordsOf = (over: { from?: string; host?: string }) =>
  dnsRecords({ domain: 'meet.example', from: 'Atrium <news@meet.example>', host: 'smtp.example.org', keys: [], ...over }).map(
    ({ name, value }) => `${name} ${value}`,
  );
test('records name the mail server and where reports go', () => {
  expect(recordsOf({})).toEqual([
    'meet.example v=spf1 a:smtp.example.org ~all',
    '_dmarc.meet.example v=DMARC1; p=none; rua=mailto:news@meet.example',
  ]);
  expect(recordsOf({ host: '192.0.2.17' })[0]).toBe('meet.example v=spf1 ip4:192.0.2.17 ~all');
  expect(recordsOf({ host: '[2001:db8::1]' })[0]).toBe('meet.example v=spf1 ip6:2001:db8::1 ~all');
  expect(recordsOf({ host: '127.0.0.1', from: 'no-reply@meet.example' })).toEqual(['_dmarc.meet.example v=DMARC1; p=none']);
});

test('a key counts only for its own domain', () => {
  const key = { selector: 's1', domain: 'meet.example', publicKey: 'AAAA', why: 'prepared' as const };
  const kindsFor = (domain: string) => dnsRecords({ domain, from: `a@${domain}`, host: '', keys: [key] }).map(({ kind }) => kind);
  expect(kindsFor('meet.example')).toEqual(['dkim', 'dmarc']);
  expect(kindsFor('other.example')).toEqual(['dmarc']);
});
