import { textLoaders, textsVersion } from 'virtual:atrium-text';
import { type Locale, localeFacts } from '#kit/facts.ts';
import { baseNamespaces, type MessageTree, type Texts } from '#kit/ui/text/texts.ts';
import type { PageLanguage } from '#app/shell/page-context.ts';

/** Where a browser gets the texts of a namespace. */
export const textsPath = (at: { version: string; locale: Locale; namespace: string }): string =>
  `/assets/texts/${at.version}/${at.locale}/${baseNamespaces.includes(at.namespace) ? 'base' : at.namespace}.json`;

const english: PageLanguage = { locale: localeFacts.fallback, texts: null, load: async () => {} };

/** The whole language, on the server. English comes with the code. */
export async function wholeLanguage(locale: Locale): Promise<PageLanguage> {
  const load = textLoaders[locale];
  return load === undefined ? { ...english, locale } : { locale, texts: (await load()).default, load: async () => {} };
}

async function fetched(path: string): Promise<Texts> {
  const answer = await fetch(path).catch(() => null);
  // the words by which the page knows that its files are gone, as after an update
  if (answer?.ok !== true) throw new Error(`error loading dynamically imported module: ${path}`);
  return answer.json();
}

/** A language in the browser: its texts come namespace by namespace, into the same object. Nothing is loaded yet. */
export function openLanguage(locale: Locale): PageLanguage {
  if (locale === localeFacts.fallback) return english;
  const texts: Record<string, MessageTree> = {};
  const asked = new Map<string, Promise<void>>();
  const loadFile = (namespace: string): Promise<void> => {
    const path = textsPath({ version: textsVersion, locale, namespace });
    const known = asked.get(path);
    if (known !== undefined) return known;
    const loading = fetched(path).then((found) => void Object.assign(texts, found));
    asked.set(path, loading);
    loading.catch(() => asked.delete(path));
    return loading;
  };
  const load = async (namespaces: readonly string[]) => {
    await Promise.all(namespaces.filter((one) => texts[one] === undefined).map(loadFile));
  };
  return { locale, texts, load };
}
