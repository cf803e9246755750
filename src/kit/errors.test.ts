import { expect, test } from 'vitest';
import { commonFailures, Failure, notAllowed, notFound, problemOf } from './errors.ts';

test('every common failure has the status that HTTP gives to such a thing', () => {
  expect(commonFailures).toEqual({
    invalid_input: 400,
    bad_request: 400,
    not_signed_in: 401,
    limit_reached: 402,
    not_allowed: 403,
    acting_for_somebody: 403,
    not_for_keys: 403,
    not_found: 404,
    changed_meanwhile: 409,
    repeat_running: 409,
    repeat_unanswered: 409,
    secret_lost: 409,
    too_large: 413,
    repeat_differs: 422,
    too_many_requests: 429,
    internal: 500,
    unavailable: 503,
  });
  for (const [code, status] of Object.entries(commonFailures)) expect(problemOf(new Failure(code)).status).toBe(status);
});

test('a problem has type, title, status and code, and no empty parts', () => {
  expect(problemOf(notFound())).toEqual({
    type: 'urn:atrium:problem:not_found',
    title: 'not found',
    status: 404,
    code: 'not_found',
  });
});

test('fields and data go along', () => {
  const failure = new Failure('invalid_input', { data: { seconds: 3 }, fields: { 'body.email': 'invalid_format' } });
  expect(problemOf(failure)).toMatchObject({ data: { seconds: 3 }, fields: { 'body.email': 'invalid_format' } });
});

test('what a call declares counts before the common meaning; what nobody declared is our fault', () => {
  expect(problemOf(new Failure('slug_taken'), { slug_taken: 409 }).status).toBe(409);
  expect(problemOf(new Failure('not_found'), { not_found: 410 }).status).toBe(410);
  expect(problemOf(new Failure('slug_taken')).status).toBe(500);
});

test('a permission that is missing is named', () => {
  expect(problemOf(notAllowed('rooms.edit'))).toMatchObject({ status: 403, data: { permission: 'rooms.edit' } });
});

test('a failure is an error with its code as the message', () => {
  const failure = new Failure('room_live');
  expect(failure).toBeInstanceOf(Error);
  expect([failure.name, failure.message, failure.code]).toEqual(['Failure', 'room_live', 'room_live']);
});
