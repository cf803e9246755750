/** Texts of one language: namespace → nested messages. */
export type Messages = { readonly [key: string]: Message | Messages };
/** An ICU message, or in the build what it was compiled to. */
export type Message = string | readonly unknown[];
/** Namespaces that every page says: a browser gets them in one file. `titles` has those of the route table, by their whole keys. */
export const baseNamespaces: readonly string[] = ['kit', 'shell', 'titles'];

export type Texts = Readonly<Record<string, Messages>>;

export const isMessage = (value: Message | Messages): value is Message => typeof value === 'string' || Array.isArray(value);

/** The language's messages over the English ones: what is missing there is said in English. */
export function withFallback(english: Messages, own: Messages | undefined): Messages {
  if (own === undefined) return english;
  const merged: Record<string, Message | Messages> = { ...english };
  for (const [key, value] of Object.entries(own)) {
    const base = merged[key];
    if (base === undefined) continue;
    if (isMessage(value)) merged[key] = isMessage(base) && value !== '' ? value : base;
    else if (!isMessage(base)) merged[key] = withFallback(base, value);
  }
  return merged;
}
