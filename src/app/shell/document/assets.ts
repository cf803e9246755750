import { readFileSync } from 'node:fs';
import * as z from 'zod/mini';
import { type Locale, localeFacts } from '#kit/facts.ts';
import type { DocumentAssets } from './document.ts';
import { textsPath } from './load-texts.ts';

const chunk = z.object({
  file: z.string(),
  css: z.optional(z.array(z.string())),
  imports: z.optional(z.array(z.string())),
  assets: z.optional(z.array(z.string())),
});
const manifestShape = z.record(z.string(), chunk);
type ViteManifest = z.infer<typeof manifestShape>;

const entry = 'src/app/browser.tsx';
/** The letters that nearly every page needs; other scripts are loaded when a page shows them. */
const latin = /inter-latin-opsz-normal.*\.woff2$/;
/** What a page in these languages shows at once: without it, its lines would move when the letters come. */
const lettersOf: Partial<Record<Locale, RegExp>> = {
  ar: /noto-sans-arabic-arabic-wght-normal.*\.woff2$/,
  hi: /noto-sans-devanagari-devanagari-wght-normal.*\.woff2$/,
  ru: /inter-cyrillic-opsz-normal.*\.woff2$/,
  ur: /noto-nastaliq-urdu-arabic-wght-normal.*\.woff2$/,
};

/** The client build's list of files. */
export const readManifest = (file: string | URL): ViteManifest => manifestShape.parse(JSON.parse(readFileSync(file, 'utf8')));

const saidShape = z.object({ version: z.string(), said: z.record(z.string(), z.array(z.string())) });
type ModuleTexts = z.infer<typeof saidShape>;
/** The client build's list of which file says which namespaces. */
export const readSaid = (file: string | URL): ModuleTexts => saidShape.parse(JSON.parse(readFileSync(file, 'utf8')));

/** What a page in that language fetches; English comes with the code. */
function textsFor({ version, said }: ModuleTexts, files: readonly string[], locale: Locale): string[] {
  if (locale === localeFacts.fallback) return [];
  const names = files.flatMap((file) => said[file.slice(1)] ?? []);
  return [...new Set(['kit', ...names].map((namespace) => textsPath({ version, locale, namespace })))];
}

/** Everything that the given sources need, themselves and what they import, each once. */
function collect(
  manifest: ViteManifest,
  sources: readonly string[],
  locale: Locale,
): { files: string[]; styles: string[]; fonts: string[] } {
  const seen = new Set<string>();
  const styles = new Set<string>();
  const fonts = new Set<string>();
  const visit = (key: string) => {
    const found = manifest[key];
    if (found === undefined || seen.has(key)) return;
    seen.add(key);
    for (const one of found.imports ?? []) visit(one);
    for (const one of found.css ?? []) styles.add(`/${one}`);
    // a module of nothing but styles
    if (found.file.endsWith('.css')) styles.add(`/${found.file}`);
    for (const one of found.assets ?? []) if (latin.test(one) || lettersOf[locale]?.test(one) === true) fonts.add(`/${one}`);
  };
  for (const source of sources) visit(source);
  return {
    files: [...seen].flatMap((key) => manifest[key]?.file ?? []).map((file) => `/${file}`),
    styles: [...styles],
    fonts: [...fonts],
  };
}

/** `parts`: shown by the page and loaded behind it; of them the styles alone are needed at once, so that nothing moves. */
export type DrawnSources = { sources: readonly string[]; parts: readonly string[] };
type BuildFiles = { manifest: ViteManifest; said: ModuleTexts };
/** Links of a built page: its script, and what its screen and frame will ask for. */
function builtAssets({ manifest, said }: BuildFiles, { sources, parts }: DrawnSources, locale: Locale): DocumentAssets {
  const script = manifest[entry]?.file;
  const all = collect(manifest, [entry, ...sources], locale);
  const { styles } = collect(manifest, [entry, ...sources, ...parts], locale);
  return {
    scripts: script === undefined ? [] : [`/${script}`],
    preloads: all.files.filter((file) => file !== `/${script}`),
    texts: textsFor(said, all.files, locale),
    styles,
    fonts: all.fonts,
    head: '',
  };
}

/** `builtAssets` for one build: the pages of a route all need the same files, so the list is made once for each. */
export function assetsOfBuild(
  manifest: ViteManifest,
  said: ModuleTexts,
): (drawn: DrawnSources, locale: Locale) => DocumentAssets {
  const made = new Map<string, DocumentAssets>();
  return (drawn, locale) => {
    const key = [locale, ...drawn.sources, '+', ...drawn.parts].join(' ');
    const known = made.get(key) ?? builtAssets({ manifest, said }, drawn, locale);
    made.set(key, known);
    return known;
  };
}

/** In development Vite serves the sources, and puts the styles in by script. */
export const devAssets = (nonce: string): DocumentAssets => ({
  scripts: ['/@vite/client', `/${entry}`],
  preloads: [],
  texts: [],
  styles: [],
  fonts: [],
  head: `<script type="module" nonce="${nonce}">import { injectIntoGlobalHook } from '/@react-refresh';injectIntoGlobalHook(window);window.$RefreshReg$=()=>{};window.$RefreshSig$=()=>(type)=>type;</script>`,
});
