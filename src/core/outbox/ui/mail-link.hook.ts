/** The first address in the text of a mail: where its button leads; null when there is none. */
export const linkIn = (text: string | null): string | null => /https?:\/\/[^\s<>"]+/.exec(text ?? '')?.[0] ?? null;
