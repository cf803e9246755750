/** Texts of one language: namespace → nested messages. */
export type MessageTree = { readonly [key: string]: TextMessage | MessageTree };
/** An ICU message, or in the build what it was compiled to. */
export type TextMessage = string | readonly unknown[];
/** Namespaces that every page says: a browser gets them in one file. `titles` has those of the route table, by their whole keys. */
export const baseNamespaces: readonly string[] = ['kit', 'shell', 'titles'];

export type Texts = Readonly<Record<string, MessageTree>>;

export const isMessage = (value: TextMessage | MessageTree): value is TextMessage =>
  typeof value === 'string' || Array.isArray(value);

/** The language's messages over the English ones: missing ones fall back to English. */
export function withFallback(english: MessageTree, own: MessageTree | undefined): MessageTree {
  if (own === undefined) return english;
  const merged: Record<string, TextMessage | MessageTree> = { ...english };
  for (const [key, value] of Object.entries(own)) {
    const base = merged[key];
    if (base === undefined) continue;
    if (isMessage(value)) merged[key] = isMessage(base) && value !== '' ? value : base;
    else if (!isMessage(base)) merged[key] = withFallback(base, value);
  }
  return merged;
}
