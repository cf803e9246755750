/** Made by `scripts/vite-text.ts`. */
declare module 'virtual:atrium-text' {
  /** One chunk per language with the texts of every namespace. English is not among them. */
  export const textLoaders: Readonly<Record<string, () => Promise<{ default: import('#kit/ui/text/texts.ts').Texts }>>>;
}
declare module 'virtual:atrium-text/titles' {
  /** The English titles of the route table, `<namespace>.<key>` → text. */
  export const englishTitles: Readonly<Record<string, string>>;
}
