/** Texts of one language: namespace → nested messages. */
export type Messages = { readonly [key: string]: string | Messages };
export type Texts = Readonly<Record<string, Messages>>;

/** The language's messages over the English ones: what is missing there is said in English. */
export function withFallback(english: Messages, own: Messages | undefined): Messages {
  if (own === undefined) return english;
  const merged: Record<string, string | Messages> = { ...english };
  for (const [key, value] of Object.entries(own)) {
    const base = merged[key];
    if (base === undefined) continue;
    if (typeof value === 'string') merged[key] = typeof base === 'string' && value !== '' ? value : base;
    else if (typeof base !== 'string') merged[key] = withFallback(base, value);
  }
  return merged;
}
