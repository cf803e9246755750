import MarkdownIt from 'markdown-it';

/** Markdown as markup, to be cleaned like any other. Tags in it stay text. */
export function markdownHtml(text: string): string {
  return new MarkdownIt({ html: false, linkify: false, typographer: false }).render(text);
}
