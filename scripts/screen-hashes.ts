/**
 * What a screen is made of, as one hash: the modules that it and its frame load, their styles and texts, the sample data and the
 * checker. A service decides what is shown, not how it looks. Another route, another screen's words or a moved file do not change it.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parseSync } from 'vite';
import { type FollowImport, type ModuleGraph, moduleGraph, sha256 } from './module-graph.ts';
import { filesBelow } from './sources.ts';

/** `route` is the name of a row of the route table; null for pages that no row has. */
export type ScreenExample = { name: string; route: string | null; signedIn: 'yes' | 'no'; example: object };

/** A row as it is written, with the functions beside the table that it calls, and what these import. */
type RouteSource = { text: string; roots: string[] };

const isTest = (file: string): boolean => /\.test\.tsx?$/.test(file);
const shell = /^src\/app\/shell\//;
const palette = /^src\/app\/shell\/palette\//;
const frame = /^src\/app\/shell\/(?:.+\/)?(app|public|meeting|login)-frame\.tsx$/;
const plug = /\.domain\.ts$/;
/** A row as a domain declares it, and its screen where the route table puts it together. */
const rowStart = /\{\s*name: '([^']+)',\s*path: '|^ {2}'?([\w-]+)'?: \{\s*screen:/gm;
const importPath = /(?<=\bimport\(\s*)'[^']+'/g;

/** Files with rows of the route table. */
const routeFiles = (root: string): string[] =>
  filesBelow(root, 'src').filter(
    (file) =>
      /\.tsx?$/.test(file) &&
      !isTest(file) &&
      !shell.test(file) &&
      (plug.test(file) || /\bscreen:\s*(async )?\(\) =>/.test(readFileSync(path.join(root, file), 'utf8'))),
  );

/** Constants at the top of a file, by name. */
function declarationsIn(text: string, file: string): Map<string, string> {
  const found = new Map<string, string>();
  for (const statement of parseSync(file, text).program.body) {
    if (statement.type !== 'VariableDeclaration') continue;
    for (const { id, start, end } of statement.declarations)
      if (id.type === 'Identifier') found.set(id.name, text.slice(start, end));
  }
  return found;
}

/** The text with the declarations that it names, and those that these name. */
function withDeclarations(text: string, declarations: ReadonlyMap<string, string>): string {
  const parts = new Set([text]);
  for (const part of parts)
    for (const [name, declaration] of declarations) if (new RegExp(`\\b${name}\\(`).test(part)) parts.add(declaration);
  return [...parts].join('\n');
}

function routesIn(graph: ModuleGraph, { root, file }: { root: string; file: string }): [string, RouteSource][] {
  const text = readFileSync(path.join(root, file), 'utf8');
  const declarations = declarationsIn(text, file);
  const starts = [...text.matchAll(rowStart)];
  return starts.map(({ 1: declared, 2: composed = '', index }, at) => {
    const name = declared ?? composed;
    const end = starts[at + 1]?.index ?? text.slice(index).search(/\n *[\]}]/) + index;
    const row = withDeclarations(text.slice(index, end === -1 ? text.length : end), declarations);
    const roots = [...row.matchAll(importPath)].flatMap(([quoted]) => graph.resolve(quoted.slice(1, -1), file) ?? []);
    return [
      name,
      {
        text: row
          .replaceAll(importPath, "''")
          .replaceAll(/\s+/g, ' ')
          .replace(/[\s,]+$/, ''),
        roots,
      },
    ];
  });
}

/** A screen loads what it shows in parts; what a domain brings to the whole product is no part of it. */
const followFromScreen: FollowImport = ({ from, lazy }) => lazy === 'static' || !plug.test(from);
/** What the frame loads later from a domain, people have to open first, and the palette too; by contracts it asks, and shows nothing of them. */
const followFromFrame: FollowImport = ({ to, lazy }) =>
  (lazy === 'static' && !to.endsWith('.contract.ts')) || (shell.test(to) && !palette.test(to)) || to.startsWith('src/kit/');

type Making = { root: string; graph: ModuleGraph; tables: ReadonlySet<string> };

/** What every page loads, and the frame around it. */
function frameModules({ graph, tables, root }: Making, name: string): Promise<Set<string>> {
  const file = filesBelow(root, 'src/app/shell').find((one) => frame.exec(one)?.[1] === name);
  if (file === undefined) throw new Error(`there is no frame ${name}`);
  const follow: FollowImport = (edge) => !tables.has(edge.to) && !frame.test(edge.to) && followFromFrame(edge);
  return graph.closure(['src/app/browser.tsx', 'src/app/render.tsx', file], follow);
}

/** The sample data, made-up things that it uses, and the build's own changes to the code. */
async function commonModules({ root, graph }: Making): Promise<Set<string>> {
  const samples = filesBelow(root, 'src').filter((file) => /^src\/app\/demo\/|\/server\/sample\//.test(file) && !isTest(file));
  const plugins = filesBelow(root, 'scripts').filter((file) => /^scripts\/vite-[\w-]+\.ts$/.test(file));
  return new Set([...(await graph.closure(samples, ({ to }) => /\.(factory|sample)\.ts$/.test(to))), ...plugins]);
}

async function screenParts(making: Making, route: RouteSource): Promise<string[]> {
  const { graph, tables } = making;
  const modules = await graph.closure(route.roots, (edge) => !tables.has(edge.to) && followFromScreen(edge));
  return [route.text, ...graph.titlesIn(route.text), ...(await graph.digests(modules))];
}

/** The frame that `src/app/shell/frames/frames.tsx` chooses. */
function frameOf(route: RouteSource | null, signedIn: ScreenExample['signedIn']): string {
  if (route !== null && /\blayout: 'login'/.test(route.text)) return 'login';
  const wished = /\bframe: '(\w+)'/.exec(route?.text ?? '')?.[1] ?? (signedIn === 'yes' ? 'app' : 'public');
  return wished === 'app' && signedIn === 'no' ? 'public' : wished;
}

/** @param checker files and versions by which the screens are checked */
export async function screenHashes(
  root: string,
  { examples, checker }: { examples: readonly ScreenExample[]; checker: readonly string[] },
): Promise<Map<string, string>> {
  const graph = moduleGraph(root);
  const files = routeFiles(root);
  const making: Making = { root, graph, tables: new Set(files) };
  const routes = new Map<string, RouteSource>();
  for (const [name, { text, roots }] of files.flatMap((file) => routesIn(graph, { root, file }))) {
    const known = routes.get(name);
    routes.set(name, { text: `${known?.text ?? ''}${text}`, roots: [...(known?.roots ?? []), ...roots] });
  }
  const common = sha256([...checker, ...(await graph.digests(await commonModules(making)))]);
  const frames = new Map<string, string>();
  const hashes = new Map<string, string>();
  for (const { name, route, signedIn, example } of examples) {
    const row = route === null ? null : routes.get(route);
    if (row === undefined) throw new Error(`no source of the route ${route} was found`);
    const around = frameOf(row, signedIn);
    const framed = frames.get(around) ?? sha256(await graph.digests(await frameModules(making, around)));
    frames.set(around, framed);
    hashes.set(name, sha256([JSON.stringify(example), common, framed, ...(row === null ? [] : await screenParts(making, row))]));
  }
  return hashes;
}
