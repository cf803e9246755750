import { expect, test } from 'vitest';
import { type GuestPageSettings, pagePolicy } from './page-policy.ts';

const policy = (guests: Partial<GuestPageSettings>) => {
  const all = { tagManagerId: null, captchaSiteKey: null, ...guests };
  const text = pagePolicy('n', { mode: 'built', guests: all, publicUrl: 'https://meet.example.org' });
  const parts = text.split('; ').map((part) => part.split(' '));
  return (name: string) => parts.find(([first]) => first === name)?.slice(1) ?? [];
};
/** Whether a source of a policy lets that address in (CSP level 3, §6.7.2.8, hosts alone). */
const lets = (sources: readonly string[], address: string): boolean =>
  sources.some((source) => {
    const host = new URL(address).host;
    if (source === 'https:') return true;
    return source.startsWith('https://*.') ? host.endsWith(source.slice('https://*'.length)) : source === `https://${host}`;
  });

test('with a container id its scripts load, and its analytics send, from every region', () => {
  const of = policy({ tagManagerId: 'GTM-ABC123' });
  for (const script of ['https://www.googletagmanager.com/gtm.js', 'https://www.googletagmanager.com/gtag/js'])
    expect(lets(of('script-src'), script)).toBe(true);
  for (const news of [
    'https://www.google-analytics.com/g/collect',
    'https://region1.google-analytics.com/g/collect',
    'https://analytics.google.com/g/collect',
    'https://region1.analytics.google.com/g/collect',
    'https://www.googletagmanager.com/a',
  ]) {
    expect(lets(of('connect-src'), news), news).toBe(true);
    expect(lets(of('img-src'), news), news).toBe(true);
  }
  expect(lets(of('script-src'), 'https://www.google-analytics.com/analytics.js')).toBe(false);
});

test('a page of a course stands in frames of its platform, and its form goes there; all others stand in none', () => {
  const all = { tagManagerId: null, captchaSiteKey: null };
  const base = { mode: 'built' as const, guests: all, publicUrl: 'https://meet.example.org' };
  const frame = { origins: ['https://lms.example.org'], formAction: 'https://back.example.org' };
  const framed = pagePolicy('n', { ...base, frame });
  expect(framed).toContain('frame-ancestors https://lms.example.org');
  expect(framed).toContain("form-action 'self' https://back.example.org");
  for (const plain of [pagePolicy('n', base), pagePolicy('n', { ...base, frame: { origins: [], formAction: null } })])
    expect(plain.split('; ').slice(-2)).toEqual(["form-action 'self'", "frame-ancestors 'none'"]);
});

test('without an id nobody else is let in', () => {
  const of = policy({});
  expect(of('script-src')).toEqual(["'self'", "'nonce-n'"]);
  expect(of('connect-src')).toEqual(["'self'", 'ws://meet.example.org', 'wss://meet.example.org']);
  expect(policy({ captchaSiteKey: 'k' })('connect-src')).not.toContain('https://*.google-analytics.com');
});
