import { expect, test } from 'vitest';
import { callerIn, isInRanges, networkOf, parseRange, type AddressRange } from './ranges.ts';

const ranges = (...texts: string[]): AddressRange[] =>
  texts.map((text) => {
    const range = parseRange(text);
    if (range === null) throw new Error(`${text} is no range`);
    return range;
  });

test('single addresses and blocks of both families are read; slips are refused', () => {
  for (const text of ['192.0.2.7', '10.0.0.0/8', '0.0.0.0/0', '2001:db8::/32', '::1', '::', '::ffff:10.0.0.1', 'fe80::/10'])
    expect(parseRange(text), text).not.toBeNull();
  for (const text of [
    '',
    '10.0.0.1/8',
    '10.0.0.0/33',
    '10.0.0',
    '010.0.0.1',
    '256.0.0.1',
    '10.0.0.0/8/8',
    '1::2::3',
    ':::',
    '2001:db8::/129',
    '12345::',
    'school.example',
    '10.0.0.0/-1',
    '1:2:3:4:5:6:7:8:9',
    '::1/0',
  ])
    expect(parseRange(text), text).toBeNull();
});

test('an address is let in by its own family alone, but an IPv4 caller of an IPv6 socket is an IPv4 caller', () => {
  const some = ranges('10.0.0.0/8', '192.0.2.7', '2001:db8::/32');
  for (const inside of ['10.255.0.1', '192.0.2.7', '::ffff:10.1.2.3', '::ffff:a01:203', '2001:db8:ffff::1', '2001:DB8::1'])
    expect(isInRanges(inside, some), inside).toBe(true);
  for (const outside of ['11.0.0.1', '192.0.2.8', '2001:db9::1', '::ffff:11.0.0.1', 'nonsense', ''])
    expect(isInRanges(outside, some), outside).toBe(false);
  expect(isInRanges('::1', ranges('0.0.0.0/0'))).toBe(false);
  expect(isInRanges('fe80::1%eth0', ranges('fe80::/10'))).toBe(true);
});

test('a network is a /24 or a /64; a caller is an IPv4 address or a /64', () => {
  expect(['192.0.2.7', '::ffff:192.0.2.200', '2001:db8:1:2:aaaa::1', 'fe80::1%eth0', 'unix:', ''].map(networkOf)).toEqual([
    '192.0.2.0/24',
    '192.0.2.0/24',
    '2001:db8:1:2::/64',
    'fe80:0:0:0::/64',
    'unix:',
    '',
  ]);
  expect(['192.0.2.7', '2001:db8:1:2:aaaa::1', '2001:db8:1:2::', ''].map(callerIn)).toEqual([
    '192.0.2.7',
    '2001:db8:1:2::/64',
    '2001:db8:1:2::/64',
    '',
  ]);
});
