import { expect, test } from 'vitest';
import { mailOnly, withoutMailOnlyHtml, withoutSignature } from './mail-only.service.ts';

test('what only mail programs show is taken out, the rest keeps its bytes', () => {
  expect(withoutMailOnlyHtml(`<p>a</p>${mailOnly('<p>b</p>')}<p>c</p>${mailOnly('')}<p>d</p>`)).toBe('<p>a</p><p>c</p><p>d</p>');
  expect(withoutMailOnlyHtml('<p>a</p>')).toBe('<p>a</p>');
  expect(withoutMailOnlyHtml('a<!--mail-only-->b')).toBe('ab');
});

test('only the last signature is one', () => {
  expect(withoutSignature('Hello\n-- \nquoted\n\n-- \nSent to you\n')).toBe('Hello\n-- \nquoted');
  expect(withoutSignature('Hello --\n')).toBe('Hello --');
});
