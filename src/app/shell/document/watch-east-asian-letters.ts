/** Kana, Han and their punctuation, and the half-width forms of kana. */
const eastAsian = /[\u2e80-\u9fff\uf900-\ufaff\uff00-\uffef]/;
const loadLetters = (): void => {
  void Promise.all([import('./japanese-letters.ts'), import('./chinese-letters.ts')]).catch(() => undefined);
};

/** Choices of a native field are drawn by the system, and every page names all languages in one. */
const isDrawnHere = (text: Node): boolean => text.parentElement?.closest('option') === null;
function showsLetters(node: Node): boolean {
  if (!eastAsian.test(node.textContent ?? '')) return false;
  const texts = document.createTreeWalker(node, NodeFilter.SHOW_TEXT);
  // a text is its own root, which a walker leaves out
  for (let text = node instanceof Text ? node : texts.nextNode(); text !== null; text = texts.nextNode())
    if (eastAsian.test(text.textContent ?? '') && isDrawnHere(text)) return true;
  return false;
}

/** Loads the fonts of both languages as soon as one of their letters is on the page. */
export function watchEastAsianLetters(body: HTMLElement): void {
  if (showsLetters(body)) return loadLetters();
  const observer = new MutationObserver((records) => {
    const changed = records.flatMap(({ type, target, addedNodes }) => (type === 'characterData' ? [target] : [...addedNodes]));
    if (!changed.some(showsLetters)) return;
    observer.disconnect();
    loadLetters();
  });
  observer.observe(body, { childList: true, characterData: true, subtree: true });
}
