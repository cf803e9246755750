/**
 * The browser's share of a contract: it sends a call by method, path and body type, and never checks the answer of its own
 * server. So the schemas of the calls stay behind, and a schema that a form uses comes along alone.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Plugin } from 'vite';

/** What the browser reads of a call. */
export const callFieldsInBrowser = new Set(['method', 'path', 'access', 'bodyType']);

type Node = { type: string; start: number; end: number } & Readonly<Record<string, unknown>>;
type Edit = { start: number; end: number; text: string };

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && 'start' in value && 'end' in value;
const nodesOf = (value: unknown): Node[] => (Array.isArray(value) ? value.filter(isNode) : isNode(value) ? [value] : []);
const childrenOf = (node: Node): Node[] => Object.values(node).flatMap(nodesOf);
const isNamed = (node: unknown, name: string): boolean => isNode(node) && node.type === 'Identifier' && node['name'] === name;

const isCall = (node: Node): boolean => node.type === 'CallExpression' && isNamed(node['callee'], 'call');
const callsOf = (node: Node): Node[] => (isCall(node) ? [node] : childrenOf(node).flatMap(callsOf));
const runs = (node: Node): boolean => {
  if (node.type === 'CallExpression') return true;
  return !/Function/.test(node.type) && childrenOf(node).some(runs);
};
const keyOf = ({ key }: Node): string => (isNode(key) && typeof key['name'] === 'string' ? key['name'] : '');

/** Where the bodies of arrow functions begin that are no blocks: a bare object there would be read as a block. */
const bareBodies = (node: Node): number[] => [
  ...(node.type === 'ArrowFunctionExpression' ? nodesOf(node['body']).map((body) => body.start) : []),
  ...childrenOf(node).flatMap(bareBodies),
];

/** Objects of the module, by the names of their constants. */
type Objects = ReadonlyMap<string, Node>;
const spreadName = ({ argument }: Node): string =>
  isNode(argument) && typeof argument['name'] === 'string' ? argument['name'] : '';
/** What of a call's definition is sent. An object of the same module that is spread into it gives just its share: the schemas in it stay behind. */
const sentParts = (definition: Node, objects: Objects): Node[] =>
  nodesOf(definition['properties']).flatMap((part) => {
    if (part.type === 'Property') return callFieldsInBrowser.has(keyOf(part)) ? [part] : [];
    const spread = objects.get(spreadName(part));
    return spread === undefined ? [part] : sentParts(spread, objects);
  });

/** Where a contract is shortened: its code, its objects, and the bare bodies (see `bareBodies`). */
type ContractSource = { code: string; objects: Objects; bare: ReadonlySet<number> };
/** `call({…})` as a plain object with what is sent. */
function shortened({ code, objects, bare }: ContractSource, call: Node): Edit {
  const [definition] = nodesOf(call['arguments']);
  if (definition?.type !== 'ObjectExpression') throw new Error('a call is declared by something else than an object');
  const text = `{ ${sentParts(definition, objects)
    .map((part) => code.slice(part.start, part.end))
    .join(', ')} }`;
  return { start: call.start, end: call.end, text: bare.has(call.start) ? `(${text})` : text };
}

/** A constant made by running something, marked so that it goes where nobody uses it: schemas have no side effects. */
const marked = (code: string, made: Node): Edit => ({
  start: made.start,
  end: made.end,
  text: `/* @__PURE__ */ (() => (${code.slice(made.start, made.end)}))()`,
});

const statementsOf = (program: Node): { exported: Node | null; made: Node }[] =>
  nodesOf(program['body']).flatMap((one) => {
    const made = one.type === 'ExportNamedDeclaration' ? nodesOf(one['declaration'])[0] : one;
    return made?.type === 'VariableDeclaration' ? [{ exported: made === one ? null : one, made }] : [];
  });

function lightened({ code, objects }: Omit<ContractSource, 'bare'>, declarator: Node): Edit[] {
  const [made] = nodesOf(declarator['init']);
  if (made === undefined) return [];
  const calls = callsOf(made);
  if (calls.length > 0) {
    const bare = new Set(bareBodies(made));
    return calls.map((call) => shortened({ code, objects, bare }, call));
  }
  return runs(made) ? [marked(code, made)] : [];
}

const applied = (code: string, edits: readonly Edit[]): string =>
  edits
    .toSorted((a, b) => b.start - a.start)
    .reduce((text, { start, end, text: instead }) => text.slice(0, start) + instead + text.slice(end), code);

function namedObject({ id, init }: Node): [string, Node][] {
  const named = isNode(id) && typeof id['name'] === 'string' ? id['name'] : '';
  return isNode(init) && init.type === 'ObjectExpression' ? [[named, init]] : [];
}

/** The halves of a contract, each with the names that it gives away. */
export type Halves = Record<'calls' | 'schemas', { code: string; names: string[] }>;

/**
 * The code of a contract for the browser, in two modules: one with the calls, one with the schemas. One module would carry the
 * schemas of a single form to every page that sends a call. `program` is the syntax tree (ESTree) with offsets into `code`.
 */
export function browserContract(code: string, program: unknown): Halves {
  const statements = isNode(program) ? statementsOf(program) : [];
  const objects = new Map(statements.flatMap(({ made }) => nodesOf(made['declarations']).flatMap(namedObject)));
  const shared: Edit[] = [];
  const hidden: Record<keyof Halves, Edit[]> = { calls: [], schemas: [] };
  const names: Record<keyof Halves, string[]> = { calls: [], schemas: [] };
  for (const { exported, made } of statements) {
    const declarators = nodesOf(made['declarations']);
    shared.push(...declarators.flatMap((one) => lightened({ code, objects }, one)));
    if (exported === null) continue;
    const [own, other] = callsOf(made).length > 0 ? (['calls', 'schemas'] as const) : (['schemas', 'calls'] as const);
    names[own].push(...declarators.flatMap((one) => nodesOf(one['id'])).map((id) => code.slice(id.start, id.end)));
    hidden[other].push({ start: exported.start, end: made.start, text: '' });
  }
  const half = (of: keyof Halves) => ({ code: applied(code, [...shared, ...hidden[of]]), names: names[of] });
  return { calls: half('calls'), schemas: half('schemas') };
}

const contract = /\/src\/.*\.contract\.ts(\?(?:calls|schemas|whole))?$/;
const fileOf = (id: string): string => id.replace(/\?\w+$/, '');
const isContract = (source: string): boolean => source.endsWith('.contract.ts');
/** A component test stands in for the server, too, and answers by the whole contract; what it tests gets the browser's share. */
const isComponentTest = /\/(?:[\w-]+\.component|testing-components)\.tsx$/;

export const contractsPlugin = (): Plugin => ({
  name: 'atrium-contracts',
  apply: (config, { command }) => (command === 'build' || config.test !== undefined) && (config.build?.ssr ?? false) === false,
  resolveId: {
    order: 'pre',
    // what is loaded when needed is loaded for its calls
    async handler(source, importer, { kind }) {
      if (!isContract(source) || importer === undefined || importer.endsWith('.domain.ts')) return null;
      const part = isComponentTest.test(fileOf(importer)) ? 'whole' : kind === 'dynamic-import' ? 'calls' : null;
      const found = part === null ? null : await this.resolve(source, importer);
      return found === null ? null : `${found.id}?${part}`;
    },
  },
  load: (id) => (contract.test(id) && id !== fileOf(id) ? readFileSync(fileOf(id), 'utf8') : null),
  transform(code, id) {
    if (!contract.test(id) || id.endsWith('?whole')) return null;
    const halves = browserContract(code, this.parse(code));
    const from = (half: keyof Halves) => `export { ${halves[half].names.join(', ')} } from './${path.basename(id)}?${half}';`;
    const half = id.endsWith('?calls') ? halves.calls : id.endsWith('?schemas') ? halves.schemas : null;
    return { code: half?.code ?? `${from('calls')}\n${from('schemas')}`, map: null, moduleSideEffects: false };
  },
});
