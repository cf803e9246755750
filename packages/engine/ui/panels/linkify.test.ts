import { describe, expect, test } from 'vitest';
import { linkify, safeHref } from '#ui/panels/linkify.ts';

const links = (text: string) => linkify(text).flatMap((p) => (p.href ? [p.href] : []));

describe('links in a message', () => {
  test('words stay words', () => {
    expect(linkify('a sheet, page 6')).toEqual([{ text: 'a sheet, page 6', href: null }]);
    expect(linkify('')).toEqual([]);
  });
  test('an address becomes a link, the words around it stay', () => {
    expect(linkify('see https://a.example/x now')).toEqual([
      { text: 'see ', href: null },
      { text: 'https://a.example/x', href: 'https://a.example/x' },
      { text: ' now', href: null },
    ]);
  });
  test.each([
    ['https://a.example/x.', 'https://a.example/x'],
    ['(https://a.example/x)', 'https://a.example/x'],
    ['(see (https://a.example/a_(b).), or not!))', 'https://a.example/a_(b)'],
    ['https://a.example/a_(b)', 'https://a.example/a_(b)'],
    ['https://a.example/?q=1&r=2#t!', 'https://a.example/?q=1&r=2#t'],
    ['www.a.example', 'https://www.a.example/'],
    ['HTTPS://A.example', 'https://a.example/'],
    ['„https://a.example/x“, sagt er', 'https://a.example/x'],
  ])('%s links to %s', (text, href) => {
    expect(links(text)).toEqual([href]);
  });
  test.each(['javascript:alert(1)', 'data:text/html,x', 'https://', 'http://[', 'file:///etc/passwd', 'ftp://a.example'])(
    '%s is no link',
    (text) => {
      expect(links(text)).toEqual([]);
      expect(
        linkify(text)
          .map((p) => p.text)
          .join(''),
      ).toBe(text);
    },
  );
  test('nothing of a message is lost, whatever stands in it', () => {
    for (const text of [
      'https://a.example/x)https://b.example',
      '((((https://a.example))))',
      'a\nwww.\nhttp://x',
      '<img src=https://a.example/x onerror=alert(1)>',
      'https://a.example/"><b>',
    ]) {
      expect(
        linkify(text)
          .map((p) => p.text)
          .join(''),
      ).toBe(text);
      for (const href of links(text)) expect(href).toMatch(/^https?:\/\/[^"<>]+$/);
    }
  });
  test('an address with thousands of brackets is read at once', () => {
    const began = performance.now();
    expect(links(`https://a.example/${')'.repeat(20_000)}`)).toEqual(['https://a.example/']);
    expect(performance.now() - began).toBeLessThan(1_000);
  });
  test('only web addresses are safe', () => {
    expect(safeHref('https://a.example/x')).toBe('https://a.example/x');
    for (const bad of ['', 'x', '/x', 'javascript:alert(1)', ' JaVaScRiPt:alert(1)', 'vbscript:x', 'blob:https://a.example/1'])
      expect(safeHref(bad)).toBeNull();
  });
});
