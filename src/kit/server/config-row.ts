/** One thing that the environment can set. */
type Row<T> = {
  env: string;
  /** One sentence for the operator. */
  about: string;
  /** How the default reads in the documentation. */
  standard: string;
  secret?: true;
  /** Throws an Error with a sentence when the text makes no sense; `undefined` = not set. */
  read: (text: string | undefined) => T;
};
export const row = <T>(definition: Row<T>): Row<T> => definition;

export const optional = (text: string | undefined) => text ?? null;
