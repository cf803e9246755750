import { expect, test } from 'vitest';
import { type HostLookup, unfitUrls } from './public-urls.ts';

const names: Readonly<Record<string, readonly string[]>> = {
  'files.example.org': ['93.184.216.34', '2606:4700::1111'],
  'inside.example.org': ['10.0.0.7'],
  'half.example.org': ['93.184.216.34', '::1'],
  'gone.example.org': [],
};
const lookup: HostLookup = async (host) => {
  const found = names[host];
  if (found === undefined) throw new Error('the name servers did not answer');
  return found;
};
const unfit = async (...urls: string[]) => [...(await unfitUrls(urls, { reach: 'public', lookup }))];

test('what leads inside is unfit, by address in any spelling or by name', async () => {
  const inside = [
    'http://127.0.0.1/a.pdf',
    'http://2130706433/a.pdf',
    'https://[::ffff:10.0.0.1]/a.pdf',
    'http://169.254.169.254/latest/meta-data',
    'https://inside.example.org/a.pdf',
    'https://half.example.org/a.pdf',
    'https://gone.example.org/a.pdf',
    'https://unanswered.example.org/a.pdf',
    'https://localhost/a.pdf',
    'file:///etc/passwd',
    'ftp://files.example.org/a.pdf',
    'https://user:word@files.example.org/a.pdf',
    'https://files.example.org\\@127.0.0.1/a.pdf',
    'https://files.example.org/a b.pdf',
    '/a.pdf',
  ];
  const outside = ['https://files.example.org/a.pdf?x=1', 'http://files.example.org:8080/b', 'https://93.184.216.34/c'];
  expect(await unfit(...inside, ...outside)).toEqual(inside);
});

test('all names are looked up at the same time, each once, and nobody waits longer than is allowed', async () => {
  const asked: string[] = [];
  const all = Promise.withResolvers<void>();
  const together: HostLookup = async (host) => {
    asked.push(host);
    if (asked.length === 20) all.resolve();
    await all.promise;
    return ['93.184.216.34'];
  };
  const urls = Array.from({ length: 40 }, (_, n) => `https://host${n % 20}.example.org/${n}.pdf`);
  expect(await unfitUrls(urls, { reach: 'public', lookup: together })).toEqual(new Set());
  expect(asked).toHaveLength(20);
  const never: HostLookup = () => new Promise(() => undefined);
  const slow = ['https://slow.example.org/a.pdf', 'https://93.184.216.34/b.pdf'];
  expect(await unfitUrls(slow, { reach: 'public', lookup: never, timeoutMs: 20 })).toEqual(new Set(slow.slice(0, 1)));
});

test('the name servers of this machine are asked, and an unknown name is unfit', async () => {
  const url = 'https://no-such-name.invalid/a.pdf';
  expect(await unfitUrls([url], { reach: 'public' })).toEqual(new Set([url]));
});

test('an installation that may reach its own networks hands on their addresses too, but web addresses alone', async () => {
  const urls = ['http://127.0.0.1/a.pdf', 'http://moodle/a.pdf', 'file:///etc/passwd'];
  expect(await unfitUrls(urls, { reach: 'everywhere' })).toEqual(new Set(['file:///etc/passwd']));
});
