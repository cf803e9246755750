/** Some sections of a domain's texts, as `scripts/vite/vite-text.ts` cuts them out; who imports them says which. */
declare module '*&part.json' {
  const sections: never;
  export default sections;
}
