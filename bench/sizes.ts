/** What a first visit loads: every script and style that the page names, and what those import at once, compressed as it is sent. */
import fs from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';

const client = path.resolve(import.meta.dirname, '../dist/client');
/** `texts`: words of another language than English, which comes with the code. */
export type PageSize = { js: number; css: number; texts: number; files: number };

/** Names in `/assets/…` of the page: scripts that run or are preloaded, and style sheets. */
function named(html: string): { js: Set<string>; css: Set<string>; texts: Set<string> } {
  const js = new Set<string>();
  const texts = new Set<string>();
  const css = new Set<string>();
  for (const [tag] of html.matchAll(/<(?:script|link)\b[^>]*>/g)) {
    const file = /(?:src|href)="(\/assets\/[^"]+)"/.exec(tag)?.[1];
    if (file === undefined) continue;
    if (file.endsWith('.js')) js.add(file);
    if (file.endsWith('.css')) css.add(file);
    if (file.endsWith('.json')) texts.add(file);
  }
  return { js, css, texts };
}

/** Scripts that a script imports before it runs; what is imported on demand is not part of the first load. */
function withImports(files: Set<string>): Set<string> {
  const all = new Set<string>();
  const todo = [...files];
  for (let file = todo.pop(); file !== undefined; file = todo.pop()) {
    if (all.has(file)) continue;
    all.add(file);
    const text = fs.readFileSync(path.join(client, file), 'utf8');
    for (const [, from] of text.matchAll(/(?:^|[;}\s])(?:import|export)(?:[\w*{}\s,$]+from)?\s*["']\.\/([^"']+\.js)["']/g))
      if (from !== undefined) todo.push(`/assets/${from}`);
  }
  return all;
}

const packed = (files: Iterable<string>) =>
  [...files].reduce((sum, file) => sum + gzipSync(fs.readFileSync(path.join(client, file)), { level: 6 }).length, 0);

/** Sizes in bytes after gzip. */
export function sizeOfPage(html: string): PageSize {
  const files = named(html);
  const js = withImports(files.js);
  return {
    js: packed(js),
    css: packed(files.css),
    texts: packed(files.texts),
    files: js.size + files.css.size + files.texts.size,
  };
}
