import { isNode, listOf, nodesOf } from './sources.ts';
import type { Node, Source } from './sources.ts';
import { callFieldsInBrowser } from './vite/vite-contracts.ts';

type Finding = { node: Node; says: string };

/** The rules of the house that no linter has: casts, boolean parameters, state in modules, catches that only log, work left undone. */
export function checkSource(sources: Source[]): string[] {
  return sources.flatMap((source) => {
    const isTest = /\.test\.tsx?$/.test(source.path);
    const findings = [...nodesOf(source.tree)].flatMap((node) => [
      ...castIn(node, source),
      ...booleanParameters(node),
      ...loggingCatch(node),
      ...(runsInBrowser(source) ? strippedFields(node) : []),
    ]);
    const state = isTest ? [] : listOf(source.tree['body']).flatMap(moduleState);
    return [
      ...[...findings, ...state].map(({ node, says }) => `${source.path}:${source.line(node)} ${says}`),
      ...unfinished(source),
      ...idleNetwork(source),
    ];
  });
}

/** A cast is a promise that nobody checks. Where the compiler cannot follow what the code proves, the line above gives the proof: `// cast: …`. */
function castIn(node: Node, source: Source): Finding[] {
  if (node.type !== 'TsAsExpression' && node.type !== 'TsTypeAssertion') return [];
  const above = source.text.split('\n')[source.line(node) - 2] ?? '';
  if (/^\s*\/\/ cast: .{20,}/.test(above)) return [];
  return [{ node, says: 'casts a type: parse the value, or narrow it with a test' }];
}

const functions = new Set([
  'FunctionDeclaration',
  'FunctionExpression',
  'ArrowFunctionExpression',
  'ClassMethod',
  'MethodProperty',
  'Constructor',
]);

function booleanParameters(node: Node): Finding[] {
  if (!functions.has(node.type)) return [];
  const parameters = listOf(node['params']).map((one) => (isNode(one['pat']) ? one['pat'] : one));
  return parameters
    .filter(isBoolean)
    .map((parameter) => ({ node: parameter, says: 'takes a boolean parameter: name the choice, or make two functions' }));
}

function isBoolean(parameter: Node): boolean {
  if (parameter.type === 'AssignmentPattern') {
    return [parameter['left'], parameter['right']].some(
      (side) => isNode(side) && (side.type === 'BooleanLiteral' || isBoolean(side)),
    );
  }
  const annotation = isNode(parameter['typeAnnotation']) ? parameter['typeAnnotation']['typeAnnotation'] : undefined;
  if (!isNode(annotation)) return false;
  const kinds = (annotation.type === 'TsUnionType' ? listOf(annotation['types']) : [annotation]).map((type) =>
    String(type['kind'] ?? type.type),
  );
  return kinds.includes('boolean') && kinds.every((kind) => ['boolean', 'null', 'undefined'].includes(kind));
}

/** A module is loaded once per process: what it remembers is lost on restart and unknown to the other processes. */
function moduleState(statement: Node): Finding[] {
  const declaration =
    statement.type === 'ExportDeclaration' && isNode(statement['declaration']) ? statement['declaration'] : statement;
  if (declaration.type !== 'VariableDeclaration' || declaration['declare'] === true) return [];
  const says = 'keeps state in a module: hold it in what is built at the start (ctx), or in the database';
  if (declaration['kind'] !== 'const') return [{ node: declaration, says }];
  return listOf(declaration['declarations'])
    .filter((one) => isEmptyCollection(one['init']))
    .map((node) => ({ node, says }));
}

function isEmptyCollection(init: unknown): boolean {
  if (!isNode(init) || init.type !== 'NewExpression' || !isNode(init['callee'])) return false;
  const given = init['arguments'];
  return /^(Weak)?(Map|Set)$/.test(String(init['callee']['value'])) && (!Array.isArray(given) || given.length === 0);
}

/** A failure that is only written down has happened to nobody. */
function loggingCatch(node: Node): Finding[] {
  if (node.type !== 'CatchClause' || !isNode(node['body'])) return [];
  const statements = listOf(node['body']['stmts']);
  if (statements.length === 0 || !statements.every(isLogging)) return [];
  return [{ node, says: 'catches a failure only to log it: handle it, or let it rise' }];
}

function isLogging(statement: Node): boolean {
  const call = statement['expression'];
  if (statement.type !== 'ExpressionStatement' || !isNode(call) || call.type !== 'CallExpression' || !isNode(call['callee']))
    return false;
  const names = [...nodesOf(call['callee'])].filter((node) => node.type === 'Identifier').map((node) => String(node['value']));
  return names.some((name) => /^(log|logger|console)$/.test(name));
}

const runsInBrowser = ({ path }: Source): boolean => /\/ui\//.test(path) && !/\.(test|component)\.tsx?$/.test(path);

/** `roomsCalls.create`, also as `roomsCalls['create']`. */
const isCallOfContract = (node: unknown): boolean =>
  isNode(node) && node.type === 'MemberExpression' && isNode(node['object']) && /Calls$/.test(String(node['object']['value']));

/** The build leaves the schemas of calls out of the browser's code: what reads them there works in tests and nowhere else. */
function strippedFields(node: Node): Finding[] {
  const read =
    node.type === 'MemberExpression' && isCallOfContract(node['object']) && isNode(node['property'])
      ? [node['property']]
      : node.type === 'VariableDeclarator' && isCallOfContract(node['init']) && isNode(node['id'])
        ? listOf(node['id']['properties']).flatMap(({ key }) => (isNode(key) ? [key] : []))
        : [];
  return read
    .map((field) => String((isNode(field['expression']) ? field['expression'] : field)['value']))
    .filter((field) => !callFieldsInBrowser.has(field))
    .map((field) => ({
      node,
      says: `reads "${field}" of a call, which the build leaves out of the browser: export the schema of the contract by a name of its own`,
    }));
}

function unfinished(source: Source): string[] {
  return source.text
    .split('\n')
    .flatMap((line, index) =>
      /\b(TO[D]O|FIX[M]E|XX[X]|HAC[K])\b/.test(line) ? [`${source.path}:${index + 1} leaves work undone`] : [],
    );
}

/** Journeys that still wait for a silent network. The list may only shrink. */
const waitForSilence = /\/(exchange|extras|looks|money-dialogs|payment-view|place)\.e2e\.ts$/;

/** A silent network says nothing of the page, and costs half a second each time: wait for what has to be there. */
function idleNetwork(source: Source): string[] {
  if (!source.path.startsWith('e2e/') || waitForSilence.test(source.path)) return [];
  return source.text
    .split('\n')
    .flatMap((line, index) =>
      line.includes('networkidle') ? [`${source.path}:${index + 1} waits for a silent network: wait for the thing itself`] : [],
    );
}
