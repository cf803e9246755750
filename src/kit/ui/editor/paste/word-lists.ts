/** Word writes lists as paragraphs that name their level and begin with a painted bullet or number. */

type WordItem = { paragraph: HTMLElement; level: number; list: 'ul' | 'ol'; start: number };
type OpenList = { element: HTMLElement; level: number };

const styleOf = (element: Element): string => element.getAttribute('style') ?? '';

function itemOf(paragraph: HTMLElement): WordItem | null {
  const level = /mso-list:\s*l\d+\s+level(\d+)/i.exec(styleOf(paragraph))?.[1];
  if (level === undefined) return null;
  const painted = [...paragraph.querySelectorAll('span')].find((span) => /mso-list:\s*ignore/i.test(styleOf(span)));
  const number = /^\(?(\d+|[a-z]{1,4})[.)]/i.exec(painted?.textContent.trim() ?? '')?.[1];
  painted?.remove();
  const start = Number(number ?? 1);
  return {
    paragraph,
    level: Number(level),
    list: number === undefined ? 'ul' : 'ol',
    start: Number.isInteger(start) ? start : 1,
  };
}

function openList(item: WordItem, open: OpenList[]): HTMLElement {
  const element = item.paragraph.ownerDocument.createElement(item.list);
  if (item.list === 'ol' && item.start !== 1) element.setAttribute('start', String(item.start));
  const parent = open.at(-1)?.element.lastElementChild;
  if (parent == null) item.paragraph.before(element);
  else parent.append(element);
  open.push({ element, level: item.level });
  return element;
}

/** Makes real lists of them, in place. */
export function joinWordLists(body: HTMLElement): void {
  let open: OpenList[] = [];
  for (const paragraph of body.querySelectorAll<HTMLElement>('p, h1, h2, h3, h4, h5, h6')) {
    const item = itemOf(paragraph);
    if (item === null) continue;
    // another paragraph, or the end of a cell, ends a list
    if (open[0]?.element !== paragraph.previousElementSibling) open = [];
    while (open.length > 1 && (open.at(-1)?.level ?? 0) > item.level) open.pop();
    const current = open.at(-1);
    const deeper = current !== undefined && current.level < item.level;
    if (current !== undefined && !deeper && current.element.localName !== item.list) open.pop();
    const list = current === undefined || deeper || current !== open.at(-1) ? openList(item, open) : current.element;
    const entry = paragraph.ownerDocument.createElement('li');
    list.append(entry);
    entry.append(paragraph);
  }
}
