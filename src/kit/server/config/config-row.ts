import * as z from 'zod/mini';

/** One thing that the environment can set. */
type ConfigRow<T> = {
  env: string;
  /** One sentence for the operator. */
  about: string;
  /** How the default reads in the documentation. */
  standard: string;
  secret?: true;
  /** Throws an Error with a sentence when the text makes no sense; `undefined` = not set. */
  read: (text: string | undefined) => T;
};
export const row = <T>(definition: ConfigRow<T>): ConfigRow<T> => definition;

export const optional = (text: string | undefined) => text ?? null;

export const numberIn = (low: number, high: number, standard: number) => (text: string | undefined) => {
  if (text === undefined) return standard;
  const value = Number(text);
  if (!Number.isInteger(value) || value < low || value > high) throw new Error(`must be a whole number from ${low} to ${high}`);
  return value;
};

export const oneOf =
  <const T extends readonly [string, ...string[]]>(values: T, standard: T[number]) =>
  (text: string | undefined): T[number] => {
    if (text === undefined) return standard;
    const parsed = z.safeParse(z.enum(values), text);
    if (!parsed.success) throw new Error(`must be one of: ${values.join(', ')}`);
    return parsed.data;
  };

/** Separated by commas. */
export const list = (text: string | undefined): string[] =>
  (text ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
