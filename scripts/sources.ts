import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from '@swc/core';

/** A node of a syntax tree, whatever its kind. */
export type Node = { type: string; [field: string]: unknown };
/** `line` gives the line (from 1) on which a node stands. */
export type Source = { path: string; text: string; tree: Node; line(node: Node): number };

const skipped = new Set(['node_modules', 'dist', '.types', '.git', 'data']);

/** All files below a folder, as paths from the root with `/`. */
export function filesBelow(root: string, folder: string): string[] {
  if (!existsSync(join(root, folder))) return [];
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return skipped.has(entry.name) ? [] : filesBelow(root, path);
    return [path];
  });
}

/** The parsed TypeScript of these folders. Throws with the file's name when one cannot be parsed. */
export function readSources(root: string, folders: string[]): Source[] {
  return folders
    .flatMap((folder) => filesBelow(root, folder))
    .filter((path) => /\.tsx?$/.test(path))
    .map((path) => readSource(root, path));
}

/** One parsed file. */
export function readSource(root: string, path: string): Source {
  const text = readFileSync(join(root, path), 'utf8');
  const tree: unknown = parse(path, text);
  if (!isNode(tree)) throw new Error(`${path}: no syntax tree`);
  const first = startOf(tree);
  const bytes = Buffer.from(`;${text}`);
  return {
    path,
    text,
    tree,
    line: (node) =>
      bytes
        .subarray(0, startOf(node) - first)
        .toString()
        .split('\n').length,
  };
}

/** The parser counts bytes from wherever its last file ended; a leading `;` makes the tree begin where the file does. */
function parse(path: string, text: string): unknown {
  try {
    return parseSync(`;${text}`, { syntax: 'typescript', tsx: path.endsWith('.tsx'), target: 'es2024' });
  } catch (error) {
    throw new Error(`${path}: ${error instanceof Error ? error.message : String(error)}`);
  }
}

function startOf(node: Node): number {
  const { span } = node;
  return typeof span === 'object' && span !== null && 'start' in span && typeof span.start === 'number' ? span.start : 0;
}

export function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
}

/** The node and all below it. Some trees wrap nodes in plain objects (call arguments), so these are entered, too. */
export function* nodesOf(value: unknown): Generator<Node> {
  if (typeof value !== 'object' || value === null) return;
  if (isNode(value)) yield value;
  for (const part of Object.values(value)) yield* nodesOf(part);
}

/** The nodes in a field of a node: one, several or none. */
export function listOf(value: unknown): Node[] {
  return (Array.isArray(value) ? value : [value]).filter(isNode);
}
