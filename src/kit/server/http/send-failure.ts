/** How a request that failed is answered. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { SandboxBusy } from '@atrium/sandbox/sandbox';
import { commonFailures, Failure, problemOf } from '#kit/errors.ts';

/** Sends a failure as RFC 9457 problem details; what is not expected is logged and answered as `internal`. */
export function sendFailure(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const failure = error instanceof Failure ? error : ofFastify(error);
  if (failure.code === 'internal') request.log.error({ error, route: request.routeOptions.url }, 'a request failed');
  if (failure !== error && failure.code === 'invalid_input')
    request.log.warn({ error, route: request.routeOptions.url }, 'a value is out of range');
  if (failure.code === 'unavailable' && bothOf(error).some((one) => hasCode(one, fullCodes)))
    request.log.error({ error, route: request.routeOptions.url }, 'the disk is full');
  const problem = problemOf(failure, request.routeOptions.config.failures ?? {});
  const seconds = failure.data['seconds'] ?? (problem.status === commonFailures.unavailable ? awaySeconds : null);
  if (typeof seconds === 'number') reply.header('retry-after', String(seconds));
  return reply.code(problem.status).type('application/problem+json').send(problem);
}

function ofFastify(error: unknown): Failure {
  const status = typeof error === 'object' && error !== null && 'statusCode' in error ? error.statusCode : 500;
  if (status === commonFailures.too_large) return new Failure('too_large');
  if (typeof status === 'number' && status >= 400 && status < 500) return new Failure('bad_request');
  if (bothOf(error).some(isOutOfRange)) return new Failure('invalid_input');
  return new Failure(isGone(error) || error instanceof SandboxBusy ? 'unavailable' : 'internal');
}

/** A disk without room, as PostgreSQL tells it and as the machine does of the folder of files. */
const fullCodes = ['53100', 'ENOSPC', 'EDQUOT'];
/** PostgreSQL: connections that broke (08), that it ends or refuses (57P), none that is free, and a transaction that has to be repeated (40001). */
const goneCodes = /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|08...|57P0[1-5]|25P0[34]|53300|40001)$/;
/** Of the driver, which gives these no code. */
const goneWords = /Connection terminated|timeout exceeded when trying to connect|is not queryable/;
/** After which a request may be tried again where we cannot know. */
export const awaySeconds = 2;

const hasCode = (error: unknown, codes: readonly string[]): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && codes.includes(String(error.code));

/** A moment or number that a schema let through and that neither PostgreSQL (numeric_value_out_of_range, datetime formats) nor `Date` knows. */
const isOutOfRange = (error: unknown): boolean =>
  hasCode(error, ['22003', '22007', '22008', '22009']) || (error instanceof RangeError && error.message === 'Invalid time value');

/** The error and the one below it. */
const bothOf = (error: unknown): unknown[] => [error, error instanceof Error ? error.cause : null];

/** The database is away (connection refused, closed or starting up), or there is no room to save anything. */
export function isGone(error: unknown): boolean {
  const ofConnection = (one: Error) => goneWords.test(one.message) || ('code' in one && goneCodes.test(String(one.code)));
  return bothOf(error).some((one) => hasCode(one, fullCodes) || (one instanceof Error && ofConnection(one)));
}
