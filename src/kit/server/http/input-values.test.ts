import { expect, test } from 'vitest';
import { refusedValue } from './input-values.ts';

test('a text without a place in the database is refused wherever it stands, as the name of a field too', () => {
  for (const bad of ['a\0b', 'a\ud800b']) {
    expect(refusedValue({ texts: [{ word: bad }] }, 'body')).toEqual({ path: 'body.texts.0.word', code: 'bad_text' });
    // the answer does not repeat the name
    expect(refusedValue({ texts: { [bad]: 'x' } }, 'body')).toEqual({ path: 'body', code: 'bad_text' });
  }
  expect(refusedValue({ texts: { 'Größe 😀': 'x' } }, 'body')).toBeNull();
});
