import { expect, test, vi } from 'vitest';
import { type RequestCircumstances, type Condition, conditionHolds } from './conditions.rules.ts';

const now = Date.UTC(2026, 0, 5, 9, 30);
const at: RequestCircumstances = { mfa: false, ip: '192.0.2.7', now };
const holds = (condition: Condition, given: RequestCircumstances = at) => conditionHolds({ condition, effect: 'allow' }, given);

test('a clock is made once for each zone, and ranges are read once for each statement', () => {
  const clocks = vi.spyOn(Intl, 'DateTimeFormat');
  const reads = { all: 0 };
  const condition = (): Condition => ({
    ip: Object.defineProperty(['', '2001:db8::/32'], 0, {
      get: () => {
        reads.all += 1;
        return '192.0.2.0/24';
      },
    }),
    time: { days: [1], from: '09:00', to: '17:00', zone: 'Asia/Kathmandu' },
  });
  const statements = Array.from({ length: 50 }, condition);
  const requests = Array.from({ length: 20 }, (_none, n): RequestCircumstances => ({ ...at, now: now + n }));
  for (const request of requests) for (const one of statements) expect(holds(one, request)).toBe(true);
  expect(clocks).toHaveBeenCalledTimes(1);
  expect(reads.all).toBe(statements.length);
  clocks.mockRestore();
});

test('what was remembered of one request says nothing of the next', () => {
  const condition: Condition = { ip: ['192.0.2.0/24'], time: { days: [1], from: '09:00', to: '10:00', zone: 'UTC' } };
  expect(holds(condition)).toBe(true);
  expect(holds(condition, { ...at, ip: '198.51.100.1' })).toBe(false);
  expect(holds(condition, { ...at, now: now + 1_800_000 })).toBe(false);
  expect(holds(condition, { ...at, now: now + 86_400_000 })).toBe(false);
  expect(holds(condition, { ...at })).toBe(true);
});

test('one condition may stand under an allow and under a deny, where no address is known', () => {
  const condition: Condition = { ip: ['10.0.0.0/8'] };
  const unknown: RequestCircumstances = { ...at, ip: '' };
  expect(conditionHolds({ condition, effect: 'allow' }, unknown)).toBe(false);
  expect(conditionHolds({ condition, effect: 'deny' }, unknown)).toBe(true);
});

test('addresses of both families lie in ranges of their own family alone, to the last one', () => {
  const held = (range: string, ip: string) => holds({ ip: [range] }, { ...at, ip });
  for (const [range, ip] of [
    ['10.0.0.0/8', '10.255.255.255'],
    ['0.0.0.0/0', '255.255.255.255'],
    ['2001:db8::/32', '2001:db8:ffff:ffff:ffff:ffff:ffff:ffff'],
    ['fe80::/10', 'fe80::1%eth0'],
    ['10.0.0.0/8', '::ffff:10.1.2.3'],
  ] as const)
    expect([range, ip, held(range, ip)]).toEqual([range, ip, true]);
  for (const [range, ip] of [
    ['10.0.0.0/8', '11.0.0.0'],
    ['2001:db8::/32', '2001:db9::'],
    ['0.0.0.0/0', '::1'],
    ['::/0', '10.0.0.1'],
  ] as const)
    expect([range, ip, held(range, ip)]).toEqual([range, ip, false]);
});
