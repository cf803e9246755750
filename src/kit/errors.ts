/**
 * Failures that are expected, each with a stable code that the client turns into words (`kit.errors.<code>`).
 * On the wire they are RFC 9457 problem details.
 */

/** Failures that any call may have, with the HTTP status of each. */
export const commonFailures = {
  invalid_input: 400,
  bad_request: 400,
  not_signed_in: 401,
  limit_reached: 402,
  not_allowed: 403,
  /** Somebody acts in a customer's name, and this is for the customer alone. */
  acting_for_somebody: 403,
  /** A program asks with an access key for what only people may do. */
  not_for_keys: 403,
  not_found: 404,
  changed_meanwhile: 409,
  /** The same request is being worked on, under the same Idempotency-Key. */
  repeat_running: 409,
  /** It was carried out under the same Idempotency-Key, but the process died before it answered. */
  repeat_unanswered: 409,
  /** What is needed was sealed with a key that is lost: enter it again, or make a new one. */
  secret_lost: 409,
  too_large: 413,
  /** The Idempotency-Key was used for another request. */
  repeat_differs: 422,
  too_many_requests: 429,
  internal: 500,
  unavailable: 503,
} as const;
export type CommonCode = keyof typeof commonFailures;

export type FailureData = Record<string, string | number | boolean | null | string[]>;

/** `fields` maps the path of an input ("body.email") to the code of what is wrong with it. */
export type FailureDetails = { data?: FailureData; fields?: Record<string, string> };

/** An expected failure. `code` is declared by the call's contract or is one of the common ones. */
export class Failure extends Error {
  readonly code: string;
  readonly data: FailureData;
  readonly fields: Record<string, string>;
  constructor(code: string, details: FailureDetails = {}) {
    super(code);
    this.name = 'Failure';
    this.code = code;
    this.data = details.data ?? {};
    this.fields = details.fields ?? {};
  }
}

/** RFC 9457 problem details, with our `code`, `fields` and `data` as extension members. */
export type Problem = {
  type: string;
  title: string;
  status: number;
  code: string;
  detail?: string;
  fields?: Record<string, string>;
  data?: FailureData;
};

/** The failure as an answer. `statuses` are the codes that the call declares. */
export function problemOf(failure: Failure, statuses: Readonly<Record<string, number>> = {}): Problem {
  const common: Readonly<Record<string, number>> = commonFailures;
  const status = statuses[failure.code] ?? common[failure.code] ?? 500;
  const problem: Problem = {
    type: `urn:atrium:problem:${failure.code}`,
    title: failure.code.replaceAll('_', ' '),
    status,
    code: failure.code,
  };
  if (Object.keys(failure.fields).length > 0) problem.fields = failure.fields;
  if (Object.keys(failure.data).length > 0) problem.data = failure.data;
  return problem;
}

export const notFound = () => new Failure('not_found');
/** A permission missing in one's own account: the answer names it. */
export const notAllowed = (permission: string) => new Failure('not_allowed', { data: { permission } });
