import type * as z from 'zod/mini';
import type { Failure } from '#kit/errors.ts';
import { type FieldSays, fieldErrorText } from './failure-text.ts';
import type { TextValues } from '#kit/ui/text/text-of.ts';

/** What is wrong with a field: a code with words in `fieldErrors.<code>`, and numbers for them. */
export type FieldProblem = { code: string; values: TextValues };
export type FieldProblems = Readonly<Record<string, FieldProblem>>;
type SchemaIssue = z.core.$ZodIssue;

const isEmpty = (value: unknown): boolean => value === undefined || value === null || value === '' || value === false;

function problemOfIssue(issue: SchemaIssue, value: unknown): FieldProblem {
  if (isEmpty(value)) return { code: 'required', values: {} };
  if (issue.code === 'too_small')
    return { code: issue.origin === 'string' ? 'too_short' : 'too_small', values: { min: Number(issue.minimum) } };
  if (issue.code === 'too_big')
    return { code: issue.origin === 'string' ? 'too_long' : 'too_big', values: { max: Number(issue.maximum) } };
  if (issue.code === 'invalid_format')
    return { code: issue.format === 'email' || issue.format === 'url' ? issue.format : 'invalid', values: {} };
  if (issue.code === 'invalid_value') return { code: 'choice', values: {} };
  if (issue.code === 'invalid_type')
    return { code: issue.expected === 'number' || issue.expected === 'int' ? 'number' : 'invalid', values: {} };
  return { code: 'invalid', values: {} };
}

/** The first problem of each field by the contract's own schema. Paths are joined by dots. */
export function problemsOf(schema: z.ZodMiniType, values: Readonly<Record<string, unknown>>): FieldProblems {
  const parsed = schema.safeParse(values);
  if (parsed.success) return {};
  const problems: Record<string, FieldProblem> = {};
  for (const issue of parsed.error.issues) {
    const path = issue.path.map(String).join('.');
    problems[path] ??= problemOfIssue(issue, values[String(issue.path[0] ?? '')]);
  }
  return problems;
}

/** The plain values of a refusal, for its words. */
const valuesOf = ({ data }: Failure): TextValues =>
  Object.fromEntries(
    Object.entries(data).flatMap(([name, value]) =>
      typeof value === 'number' || typeof value === 'string' ? [[name, value]] : [],
    ),
  );

/**
 * The fields of a server's refusal that a form with these names has: `body.email` → `email`, `body.pool.rooms` → `rooms`. Empty when the
 * refusal names only fields that the form does not show; it is then shown as a whole.
 */
export function problemsOfFailure(failure: Failure, names: readonly string[]): FieldProblems {
  const values = valuesOf(failure);
  return Object.fromEntries(
    Object.entries(failure.fields).flatMap(([path, code]) => {
      const inner = path.replace(/^(body|query|params)\./, '');
      const name = [inner, inner.split('.').at(-1) ?? ''].find((one) => names.includes(one));
      return name === undefined ? [] : [[name, { code, values }] as const];
    }),
  );
}

/** The problems in words. */
export const wordsOf = (problems: FieldProblems, says: FieldSays): Record<string, string> =>
  Object.fromEntries(Object.entries(problems).map(([field, { code, values }]) => [field, fieldErrorText(code, says, values)]));
