/** A piece of a message: words, or an address that may be opened. */
export type LinkPiece = { text: string; href: string | null };

const address = /(?:https?:\/\/|www\.)[^\s<>"'`„“”«»。、，！？）؛،]+/gi;
const allowed = new Set(['http:', 'https:']);

/** Cuts a message into words and links. Only http and https become links; marks that end a sentence are not part of one. */
export function linkify(text: string): LinkPiece[] {
  const pieces: LinkPiece[] = [];
  let from = 0;
  for (const found of text.matchAll(address)) {
    const shown = trimEnd(found[0]);
    const href = safeHref(/^www\./i.test(shown) ? `https://${shown}` : shown);
    if (!href) continue;
    if (found.index > from) pieces.push({ text: text.slice(from, found.index), href: null });
    pieces.push({ text: shown, href });
    from = found.index + shown.length;
  }
  if (from < text.length) pieces.push({ text: text.slice(from), href: null });
  return pieces;
}

/** The address as the browser reads it, or null when it is none that may be opened from a chat. */
export function safeHref(raw: string): string | null {
  const url = URL.canParse(raw) ? new URL(raw) : null;
  return url && allowed.has(url.protocol) ? url.href : null;
}

/** Full stops, commas and a bracket that was opened outside stay with the sentence. */
function trimEnd(found: string): string {
  const shown = found.replace(/(?<![.,;:!?…»”’])[.,;:!?…»”’]+$/u, '');
  // counted once: a message may be nothing but brackets
  let unopened = count(shown, ')') - count(shown, '(');
  let end = shown.length;
  while (unopened > 0 && shown[end - 1] === ')') {
    unopened -= 1;
    end -= 1;
    while (endMarks.has(shown[end - 1] ?? '')) end -= 1;
  }
  return shown.slice(0, end);
}
const endMarks: ReadonlySet<string> = new Set('.,;:!?');
const count = (text: string, mark: string) => text.split(mark).length - 1;

/** The welcome text: HTML of which only words, line breaks and links are kept. Runs in the browser only. */
export function welcomePieces(html: string): LinkPiece[] {
  const page = new DOMParser().parseFromString(html, 'text/html');
  const pieces: LinkPiece[] = [];
  walk(page.body, { href: null, pieces });
  return merge(pieces);
}

function walk(node: Node, into: { href: string | null; pieces: LinkPiece[] }): void {
  for (const child of node.childNodes) {
    if (child instanceof HTMLElement) {
      if (['SCRIPT', 'STYLE', 'TEMPLATE', 'IFRAME'].includes(child.tagName)) continue;
      const href = child instanceof HTMLAnchorElement ? safeHref(child.getAttribute('href') ?? '') : into.href;
      if (child.tagName === 'BR') into.pieces.push({ text: '\n', href: null });
      walk(child, { href, pieces: into.pieces });
      if (['P', 'DIV', 'LI'].includes(child.tagName)) into.pieces.push({ text: '\n', href: null });
    } else if (child.nodeType === Node.TEXT_NODE && child.textContent) {
      into.pieces.push(...(into.href ? [{ text: child.textContent, href: into.href }] : linkify(child.textContent)));
    }
  }
}

/** Neighbouring words become one piece; line breaks at both ends go. */
function merge(pieces: LinkPiece[]): LinkPiece[] {
  const merged: LinkPiece[] = [];
  for (const piece of pieces) {
    const last = merged.at(-1);
    if (last && last.href === piece.href) merged[merged.length - 1] = { ...last, text: last.text + piece.text };
    else merged.push(piece);
  }
  const first = merged[0];
  if (first && !first.href) merged[0] = { ...first, text: first.text.trimStart() };
  const end = merged.at(-1);
  if (end && !end.href) merged[merged.length - 1] = { ...end, text: end.text.trimEnd() };
  return merged.filter((piece) => piece.text !== '');
}
