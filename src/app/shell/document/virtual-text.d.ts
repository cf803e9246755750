/** Made by `scripts/vite/vite-text.ts`. */
declare module 'virtual:atrium-text' {
  /** Changes with any text; part of the addresses that browsers fetch texts from. */
  export const textsVersion: string;
  /** On the server: the texts of every namespace by language. English is not among them. In the browser: nothing. */
  export const textLoaders: Readonly<Record<string, () => Promise<{ default: import('#kit/ui/text/texts.ts').Texts }>>>;
}
declare module 'virtual:atrium-text/titles' {
  /** The English titles of the route table, `<namespace>.<key>` → text. */
  export const englishTitles: Readonly<Record<string, string>>;
}
