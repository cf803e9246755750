import { allTags, type DocumentHead, headMark } from '#kit/ui/document-head.ts';
import { escapeHtml } from './escape-html.ts';
import { scriptJson } from './initial-state.ts';

/** The head of a screen as HTML. Structured data are a data block: browsers run nothing of that type. */
export function headHtml(head: DocumentHead | null): string {
  if (head === null) return '';
  const tags = allTags(head).map(({ tag, ...attributes }) => {
    const written = Object.entries(attributes).map(([name, value]) => ` ${name}="${escapeHtml(value)}"`);
    return `<${tag}${written.join('')} ${headMark}>`;
  });
  const data = head.structured;
  return [
    ...tags,
    ...(data === undefined ? [] : [`<script type="application/ld+json" ${headMark}>${scriptJson(data)}</script>`]),
  ].join('');
}
