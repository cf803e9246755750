import { allTags, type DocumentHead, headMark } from '#kit/ui/document-head.ts';

/** Puts the head of the screen that is opened in place of the one before: browsers share the canonical address. */
export function showHead(head: DocumentHead | null): void {
  for (const old of document.head.querySelectorAll(`[${headMark}]`)) old.remove();
  if (head === null) return;
  for (const { tag, ...attributes } of allTags(head)) {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    element.setAttribute(headMark, '');
    document.head.append(element);
  }
}
