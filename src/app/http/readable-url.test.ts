import { expect, test } from 'vitest';
import { readableUrl } from './readable-url.ts';

test.each([
  ['/%E0%A4%A', '/%25E0%25A4%25A'],
  ['/rooms/%zz', '/rooms/%25zz'],
  ['/m/%zz?name=%zz&x=1', '/m/%25zz?name=%zz&x=1'],
  ['/%', '/%25'],
  ['/%c3%a9/%ff', '/%25c3%25a9/%25ff'],
])('%s is read as %s', (url, read) => {
  expect(readableUrl(url)).toBe(read);
});

test.each(['/', '/rooms/1?x=%zz', '/m/%C3%A9t%C3%A9', '/a%2Fb', '/api/%zz', '/api/rooms/%E0%A4%A'])(
  '%s stays as it is',
  (url) => {
    expect(readableUrl(url)).toBe(url);
  },
);
