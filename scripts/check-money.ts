import { isNode, listOf, type Node, nodesOf, type Source } from './sources.ts';

/** Names of amounts. A `number` may only cross the wire; calculations use `bigint`, which the compiler keeps apart. */
const amounts =
  /^(amount|cents|net|tax|total|gross|price|fee|unit|paid|remaining|refunded|discount|balance|credit|minor|due|toPay|.+(Amount|Cents|Fee|Gross|Net|Total|Price|Minor|Paid|Due|Balance))$/;
/** Where amounts are calculated. */
const money = /^src\/(sales\/|kit\/money|operate\/dashboard\/)/;
/** Where they are numbers, because they came over the wire. */
const shown = /\/ui\/|\/dashboard\/|\.part\.tsx$|\.hook\.tsx?$/;
const dividing = new Set(['/', '%', '**', '/=', '%=', '**=']);
const multiplying = new Set(['*', '*=']);
const counting = new Set([...dividing, ...multiplying, '+', '-', '+=', '-=']);
const arithmetic = new Set([...counting, '??']);
const roundings = new Set(['round', 'floor', 'ceil', 'trunc', 'fround', 'sqrt', 'pow']);

const says =
  'calculates an amount as a floating-point number: keep it a bigint, with `portion`, `times` and `spread` of #kit/money.ts';

/** What is no amount, or is one in whole numbers although the names do not show it: the line above says so, `// no fraction: …`. */
const isExplained = (source: Source, node: Node) =>
  /^\s*\/\/ no fraction: .{10,}/.test(source.text.split('\n')[source.line(node) - 2] ?? '');

/** No amount of the money wing is calculated in floating point (business rules §4.1). */
export function checkMoney(sources: readonly Source[]): string[] {
  return sources
    .filter(({ path }) => money.test(path) && !/\.test\.tsx?$/.test(path))
    .flatMap((source) => {
      const where = shown.test(source.path) ? 'shown' : 'calculated';
      const lines = [...nodesOf(source.tree)]
        .filter((node) => isFloating(node, where) && !isExplained(source, node))
        .map((node) => `${source.path}:${source.line(node)} ${says}`);
      return [...new Set(lines)];
    });
}

function isFloating(node: Node, where: 'shown' | 'calculated'): boolean {
  if (node.type === 'CallExpression') return isRounding(node);
  if (node.type !== 'BinaryExpression' && node.type !== 'AssignmentExpression') return false;
  const operator = String(node['operator']);
  const sides = [node['left'], node['right']].filter(isNode);
  if (counting.has(operator) && sides.some(isAmountAsNumber)) return true;
  if (!dividing.has(operator) && !multiplying.has(operator)) return false;
  const operands = sides.flatMap(operandsOf);
  if (multiplying.has(operator) && operands.some(isFraction) && operands.some((one) => isCallOf(one, 'Number'))) return true;
  // with a big integer beside it, the compiler has made sure that it is one as well
  if (!operands.some(holdsAmount) || operands.some(isBig)) return false;
  // the compiler lets no big integer stand beside a plain one
  return dividing.has(operator) || where === 'shown' || operands.some(({ type }) => type === 'NumericLiteral');
}

/** The operands of a calculation: the sides of sums and products, through brackets, signs and choices. */
function operandsOf(node: Node): Node[] {
  const within = (...fields: string[]) => fields.flatMap((field) => (isNode(node[field]) ? operandsOf(node[field]) : []));
  if (node.type === 'BinaryExpression' && arithmetic.has(String(node['operator']))) return within('left', 'right');
  if (node.type === 'ConditionalExpression') return within('consequent', 'alternate');
  if (node.type === 'ParenthesisExpression' || node.type === 'TsAsExpression') return within('expression');
  if (node.type === 'UnaryExpression') return within('argument');
  return [node];
}

const nameOf = (node: Node): string => {
  if (node.type === 'Identifier') return String(node['value']);
  if (node.type === 'MemberExpression' && isNode(node['property'])) return nameOf(node['property']);
  if (node.type === 'ParenthesisExpression' && isNode(node['expression'])) return nameOf(node['expression']);
  return '';
};
const isAmount = (node: Node): boolean => amounts.test(nameOf(node));
const isFraction = (node: Node): boolean => node.type === 'NumericLiteral' && !Number.isInteger(node['value']);

function argumentsOf(call: Node): Node[] {
  const given = call['arguments'];
  return (Array.isArray(given) ? given : []).flatMap((one: unknown) =>
    typeof one === 'object' && one !== null && 'expression' in one && isNode(one.expression) ? [one.expression] : [],
  );
}
const isCallOf = (node: Node, name: string) =>
  node.type === 'CallExpression' && isNode(node['callee']) && nameOf(node['callee']) === name;

const isAmountAsNumber = (node: Node): boolean =>
  (isCallOf(node, 'Number') || isCallOf(node, 'parseFloat')) && argumentsOf(node).some(isAmount);

/** An amount, one made a number, or a sum over amounts. */
const holdsAmount = (node: Node): boolean =>
  isAmount(node) || isAmountAsNumber(node) || (isCallOf(node, 'reduce') && [...nodesOf(node)].some(isAmount));

function isBig(node: Node): boolean {
  return (
    node.type === 'BigIntLiteral' ||
    isCallOf(node, 'BigInt') ||
    (node.type === 'ParenthesisExpression' && isNode(node['expression']) && isBig(node['expression'])) ||
    (node.type === 'BinaryExpression' && listOf([node['left'], node['right']]).some(isBig))
  );
}

/** `Math.round(total / 3)`, `amount.toFixed(2)`, `parseFloat(price)`. */
function isRounding(call: Node): boolean {
  const { callee } = call;
  if (!isNode(callee)) return false;
  const given = argumentsOf(call);
  if (nameOf(callee) === 'parseFloat') return given.some(isAmount);
  if (callee.type !== 'MemberExpression' || !isNode(callee['object'])) return false;
  const method = nameOf(callee);
  if (method === 'toFixed') return isAmount(callee['object']);
  return (
    nameOf(callee['object']) === 'Math' &&
    roundings.has(method) &&
    given.some((one) => [...nodesOf(one)].some((node) => isAmount(node)))
  );
}
