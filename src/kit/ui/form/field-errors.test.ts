import { expect, test } from 'vitest';
import { Failure } from '#kit/errors.ts';
import { problemsOfFailure } from './field-errors.ts';

const refusal = new Failure('pool_exceeded', {
  data: { key: 'rooms', left: 3, parts: ['x'] },
  fields: { 'body.grant.rooms': 'pool_exceeded' },
});

test('a refusal is shown at the field that holds the value, wherever the call has it, with its figures', () => {
  const values = { key: 'rooms', left: 3 };
  expect(problemsOfFailure(refusal, ['rooms', 'people'])).toEqual({ rooms: { code: 'pool_exceeded', values } });
  expect(problemsOfFailure(refusal, ['grant.rooms', 'rooms'])).toEqual({ 'grant.rooms': { code: 'pool_exceeded', values } });
});

test('a refusal of a field that the form does not show is told as a whole', () => {
  expect(problemsOfFailure(refusal, ['name'])).toEqual({});
});
