import { expect, test } from 'vitest';
import { senderDomain } from './dkim.service.ts';

test.each([
  ['Atrium <post@Meet.Example>', 'meet.example'],
  ['post@mail.example.org', 'mail.example.org'],
  ['Büro <post@bücher.example>', 'xn--bcher-kva.example'],
  ['Atrium <no-reply@localhost>', null],
  ['root@school.local', null],
  ['root@192.0.2.17', null],
  ['root@[192.0.2.17]', null],
  ['post@a.example;d=b.example', null],
  ['', null],
])('the domain of %s is %s', (from, domain) => {
  expect(senderDomain(from)).toBe(domain);
});
