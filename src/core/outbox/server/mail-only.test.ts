import { expect, test } from 'vitest';
import { escapeMarkup } from '#kit/markup.ts';
import { builtInHtml, builtInText, mailOnly, withoutMailOnlyHtml, withoutSignature } from './mail-only.service.ts';

test('what only mail programs show is taken out, the rest keeps its bytes', () => {
  expect(withoutMailOnlyHtml(`<p>a</p>${mailOnly('<p>b</p>')}<p>c</p>${mailOnly('')}<p>d</p>`)).toBe('<p>a</p><p>c</p><p>d</p>');
  expect(withoutMailOnlyHtml('<p>a</p>')).toBe('<p>a</p>');
  expect(withoutMailOnlyHtml('a<!--mail-only-->b')).toBe('ab');
});

test('only the last signature is one', () => {
  expect(withoutSignature('Hello\n-- \nquoted\n\n-- \nSent to you\n')).toBe('Hello\n-- \nquoted');
  expect(withoutSignature('Hello --\n')).toBe('Hello --');
});

test('built-in words are text again, whatever people put into them', () => {
  const [words, note] = ['<b>A</b> & "B"\nC <!--/words--> &amp; D', "It's a note"];
  const html = `<h1>x</h1>${builtInHtml(escapeMarkup(words).replaceAll('\n', '<br>'))}<p>${builtInHtml(escapeMarkup(note))}</p>`;
  expect(builtInText(html)).toBe(`${words}\n\n${note}`);
  expect(builtInText('<p>written by people</p>')).toBeNull();
});
