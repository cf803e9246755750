/** Pasted markup as the few tags that the editor reads. What can be stored is decided by its schema; here it is made readable. */
import { isSafeAddress } from '#kit/safe-address.ts';
import { joinWordLists } from './word-lists.ts';

export type CleanHtml = { html: string; pictures: 'none' | 'leftOut' };

const removed =
  'script, style, link, meta, title, base, template, noscript, iframe, object, embed, svg, math, video, audio, canvas, input, select, textarea, button, br.Apple-interchange-newline';
const kept = new Set(
  'p h2 h3 h4 ul ol li blockquote pre code table thead tbody tfoot tr td th strong b em i u s a br hr div'.split(' '),
);
const blockTags = new Set(
  'p h2 h3 h4 ul ol li blockquote pre table tr td th hr div article section header footer main nav aside address form fieldset details summary center dl figure figcaption'.split(
    ' ',
  ),
);
/** Headings start at the second level: the first is the page's own. */
const renamed: Record<string, string> = {
  h1: 'h2',
  h5: 'h4',
  h6: 'h4',
  dt: 'p',
  dd: 'p',
  figcaption: 'p',
  del: 's',
  strike: 's',
  ins: 'u',
  tt: 'code',
  kbd: 'code',
  samp: 'code',
};
const keptAttributes: Record<string, readonly string[]> = {
  a: ['href'],
  td: ['colspan', 'rowspan'],
  th: ['colspan', 'rowspan'],
  ol: ['start'],
  code: ['class'],
};
/** What the editor's own copies carry; a page that forges it gains nothing that the schema would not take. */
const ownAttributes = [
  'data-pm-slice',
  'data-tone',
  'data-file',
  'data-alt',
  'data-caption',
  'data-embed',
  'data-id',
  'data-variable',
  'data-mention',
  'data-align',
  'dir',
];

const styleOf = (element: Element): string => element.getAttribute('style') ?? '';
const unwrap = (element: Element): void => element.replaceWith(...element.childNodes);
function rename(element: Element, tag: string): Element {
  const other = element.ownerDocument.createElement(tag);
  for (const { name, value } of element.attributes) other.setAttribute(name, value);
  other.append(...element.childNodes);
  element.replaceWith(other);
  return other;
}

function removeComments(body: HTMLElement): void {
  const walker = body.ownerDocument.createTreeWalker(body, NodeFilter.SHOW_COMMENT);
  const comments: Node[] = [];
  while (walker.nextNode()) comments.push(walker.currentNode);
  for (const comment of comments) comment.parentNode?.removeChild(comment);
}

/** Code editors copy lines as boxes in a fixed-width font. */
export const isSourceHtml = (html: string): boolean =>
  /<div[^>]+style="[^"]*font-family:[^"]*(?:monospace|Consolas|Menlo)[^"]*white-space:\s*pre/i.test(html);
function joinSourceLines(body: HTMLElement): void {
  if (!isSourceHtml(body.innerHTML)) return;
  for (const box of body.querySelectorAll<HTMLElement>(':scope > div')) {
    const lines = [...box.childNodes].map((line) => (line.nodeName === 'BR' ? '' : (line.textContent ?? '')));
    box.textContent = lines.join('\n');
    rename(box, 'pre');
  }
}

/** Marks that Google Docs and browsers write as styles. */
function marksOf(element: Element): string[] {
  const style = styleOf(element);
  const linked = element.closest('a') !== null || element.querySelector('a') !== null;
  return [
    ...(/(?:^|;)\s*font-weight:\s*(?:bold|[6-9]00)/i.test(style) ? ['strong'] : []),
    ...(/(?:^|;)\s*font-style:\s*italic/i.test(style) ? ['em'] : []),
    ...(/(?:^|;)\s*text-decoration[^;]*line-through/i.test(style) ? ['s'] : []),
    // links are underlined anyway
    ...(/(?:^|;)\s*text-decoration[^;]*underline/i.test(style) && !linked ? ['u'] : []),
  ];
}
function readStyles(body: HTMLElement): void {
  for (const element of body.querySelectorAll('b, i, strong, em')) {
    // Google Docs wraps everything in a bold that is not bold
    if (/(?:^|;)\s*(?:font-weight:\s*(?:normal|400)|font-style:\s*normal)/i.test(styleOf(element))) unwrap(element);
  }
  for (const span of body.querySelectorAll('span, font')) {
    if (span.hasAttribute('data-variable') || span.hasAttribute('data-mention')) continue;
    for (const tag of marksOf(span)) {
      const mark = span.ownerDocument.createElement(tag);
      mark.append(...span.childNodes);
      span.append(mark);
    }
    unwrap(span);
  }
}

/** Google Docs puts a list of the next level between the items instead of into one. */
function nestLists(body: HTMLElement): void {
  for (const list of body.querySelectorAll(':is(ul, ol) > :is(ul, ol)')) {
    const item = list.previousElementSibling;
    if (item?.localName === 'li') item.append(list);
    else unwrap(list);
  }
}

const isBlock = (node: ChildNode | null): boolean => node === null || (node instanceof Element && blockTags.has(node.localName));
const besides = (node: ChildNode, side: 'previousSibling' | 'nextSibling'): ChildNode | null => {
  let other = node[side];
  while (other?.nodeType === Node.TEXT_NODE && (other.textContent ?? '').trim() === '') other = other[side];
  return other;
};
/** Line breaks between blocks are the space that their editor draws there. */
function removeSpacers(body: HTMLElement): void {
  for (const br of body.querySelectorAll('br')) {
    const parent = br.parentElement;
    const between = parent === body || parent?.localName === 'div';
    if (between && isBlock(besides(br, 'previousSibling')) && isBlock(besides(br, 'nextSibling'))) br.remove();
  }
}

/** Google Docs and Gmail lead links over a page of their own. */
function targetOf(href: string): string {
  const url = URL.canParse(href) ? new URL(href) : null;
  const target = url?.hostname === 'www.google.com' && url.pathname === '/url' ? url.searchParams.get('q') : null;
  return target ?? href;
}
function readLink(link: Element): void {
  const href = targetOf(link.getAttribute('href') ?? '');
  // a path of the page that was copied from would lead to one of ours
  if (isSafeAddress(href) && !/^[/#]/.test(href)) link.setAttribute('href', href);
  else unwrap(link);
}

function readTag(element: Element, origin: 'own' | 'foreign'): void {
  const own = origin === 'own' && ownAttributes.some((name) => element.hasAttribute(name));
  const name = renamed[element.localName] ?? element.localName;
  if (!kept.has(name) && !own) {
    if (!blockTags.has(name)) return unwrap(element);
    for (const { name: attribute } of [...element.attributes]) element.removeAttribute(attribute);
    rename(element, 'div');
    return;
  }
  const allowed = [...(keptAttributes[name] ?? []), ...(origin === 'own' ? ownAttributes : [])];
  const read = name === element.localName ? element : rename(element, name);
  for (const attribute of [...read.attributes]) {
    const fits = allowed.includes(attribute.name) && !(attribute.name === 'start' && !/^\d{1,5}$/.test(attribute.value));
    if (!fits) read.removeAttribute(attribute.name);
  }
  if (name === 'a' && origin === 'foreign') readLink(read);
}

export const withoutInlineFiles = (html: string): string => html.replaceAll(/data:[\w/+.-]*;base64,[\w+/=\s]*/g, 'data:,');

export function cleanHtml(pasted: string): CleanHtml {
  const { body } = new DOMParser().parseFromString(withoutInlineFiles(pasted), 'text/html');
  const origin = body.querySelector('[data-pm-slice]') === null ? 'foreign' : 'own';
  removeComments(body);
  const pictures = body.querySelectorAll('img, picture');
  for (const element of body.querySelectorAll(`${removed}, img, picture`)) element.remove();
  for (const element of body.querySelectorAll('[style], [hidden]'))
    if (element.hasAttribute('hidden') || /display:\s*none|mso-hide:\s*all/i.test(styleOf(element))) element.remove();
  joinSourceLines(body);
  joinWordLists(body);
  readStyles(body);
  nestLists(body);
  for (const title of body.querySelectorAll('p.MsoTitle')) rename(title, 'h2');
  for (const element of body.querySelectorAll('*')) readTag(element, origin);
  removeSpacers(body);
  return { html: body.innerHTML.trim(), pictures: pictures.length === 0 ? 'none' : 'leftOut' };
}
