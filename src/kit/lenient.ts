/**
 * How text, numbers and flags of other programs are read: a value that is absent, null or blank is not there, a number may come as text and a
 * flag as a word. The gate `source` refuses the bare `z.optional` and its kin where other programs are read.
 */
import * as z from 'zod/mini';

export const isBlank = (given: unknown): boolean =>
  given === undefined || given === null || (typeof given === 'string' && given.trim() === '');
const knownFlags: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['1', true],
  ['false', false],
  ['0', false],
]);

/** Absent, null and blank are undefined; everything else must have that shape. */
export const optionalValue = <T extends z.ZodMiniType>(shape: T) =>
  z.pipe(
    z.transform((given: unknown) => (isBlank(given) ? undefined : given)),
    z.optional(shape),
  );
/** For what may be missing without harm: a value that does not have that shape is undefined, too. */
export const readableValue = <T extends z.ZodMiniType>(shape: T) => z.catch(optionalValue(shape), undefined);

/** Identifiers come as numbers from some programs. */
export const writtenText = z.pipe(
  z.transform((given: unknown) => (typeof given === 'number' ? String(given) : given)),
  z.string(),
);
export const writtenNumber = z.pipe(
  z.transform((given: unknown) =>
    typeof given === 'string' && /^\s*[+-]?\d{1,15}(\.\d{1,15})?\s*$/.test(given) ? Number(given) : given,
  ),
  z.number(),
);
export const writtenFlag = z.pipe(
  z.transform((given: unknown) => knownFlags.get(String(given).trim().toLowerCase()) ?? given),
  z.boolean(),
);

export const optionalText = optionalValue(writtenText);
export const optionalNumber = optionalValue(writtenNumber);
export const optionalFlag = optionalValue(writtenFlag);
export const readableText = readableValue(writtenText);

/** A list, or its only entry alone; absent, null and blank entries are left out. */
export const optionalList = <T extends z.ZodMiniType>(entry: T) =>
  z.pipe(
    z.transform((given: unknown) => (Array.isArray(given) ? given : [given]).filter((one) => !isBlank(one))),
    z.array(entry),
  );
/** The entries of a list that have that shape: one that has not must not hide the others. */
export const readableList = <T extends z.ZodMiniType>(entry: T) =>
  z.pipe(
    z.array(z.unknown()),
    z.transform((given) =>
      given.flatMap((one) => {
        const read = z.safeParse(entry, one);
        return read.success ? [read.data] : [];
      }),
    ),
  );

/** The text of a value of unknown shape, without blanks around it; null where there is none. */
export function textIn(given: unknown): string | null {
  const text = z.safeParse(readableText, given).data?.trim();
  return text === undefined || text === '' ? null : text;
}
