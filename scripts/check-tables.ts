/** Each table belongs to one domain, and SQL of the others reaches it by what the owner publishes. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CountedRule, Fault } from './known-faults.ts';
import { filesBelow, isNode, type Node, nodesOf, readSource } from './sources.ts';

/** Tables that only SQL knows, so that no `pgTable` says whose they are. */
const undeclared: Readonly<Record<string, string>> = {
  analytics_due: 'operate/analytics',
  analytics_hours: 'operate/analytics',
  analytics_rollups: 'operate/analytics',
  books_check: 'sales/books',
  books_closed: 'sales/books',
  books_findings: 'sales/books',
  books_months: 'sales/books',
  books_standing: 'sales/books',
  events: 'kit',
  iam_versions: 'core/identity',
  limit_marks: 'meet/usage',
  newsletter_clicks: 'publish/newsletter',
  newsletter_deliveries: 'publish/newsletter',
  newsletter_links: 'publish/newsletter',
  people_counts: 'core/accounts',
  people_over: 'meet/meetings',
  people_words: 'core/accounts',
  plan_overflow_stays: 'sales/overflow',
  plan_overflows: 'sales/overflow',
  rate_limits: 'kit',
  recording_counts: 'meet/recordings',
  repeated_answers: 'kit',
  room_groups: 'meet/presentations',
  room_polls: 'meet/presentations',
  usage_due: 'meet/usage',
  usage_intervals: 'meet/usage',
  usage_periods: 'meet/usage',
};

type TableUse = { table: string; verb: 'reads' | 'writes' };

/** SQL of a domain that names tables of another one. Tests and made-up data may do so. */
export const tablesRule: CountedRule = {
  name: 'tables',
  find: (root) => {
    const files = filesBelow(root, 'src').filter((path) => path.endsWith('.ts'));
    const code = files.filter((path) => !/\.(test|factory)\.ts$|^src\/app\/(proof|demo)\//.test(path));
    const { owners, unowned } = ownersOfTables(root, code);
    const mentioned = new RegExp(`\\b(?:${[...owners.keys()].join('|')})\\b`);
    return [
      ...unowned.map((table) => ({
        key: table,
        at: `table ${table}`,
        says: 'has no owner: declare it with pgTable, or name its domain in scripts/check-tables.ts',
      })),
      ...code
        .filter((path) => mentioned.test(readFileSync(join(root, path), 'utf8')))
        .flatMap((path) => foreignUses(root, path, owners)),
    ];
  },
};

/** `core/accounts`, `kit` or `app`. */
const homeOf = (path: string): string => {
  const [, wing = '', domain = ''] = path.split('/');
  return wing === 'kit' || wing === 'app' ? wing : `${wing}/${domain}`;
};

function ownersOfTables(root: string, code: readonly string[]): { owners: Map<string, string>; unowned: string[] } {
  const created = new Set<string>();
  for (const path of filesBelow(root, 'migrations').toSorted()) {
    const statements = readFileSync(join(root, path), 'utf8').matchAll(
      /^(create|drop) (?:unlogged )?table (?:if (?:not )?exists )?(\w+)/gim,
    );
    for (const [, verb, table = ''] of statements)
      if (verb === 'drop') created.delete(table);
      else created.add(table);
  }
  const declared = code
    .filter((path) => path.endsWith('.table.ts'))
    .flatMap((path) =>
      [...readFileSync(join(root, path), 'utf8').matchAll(/pgTable\(\s*'(\w+)'/g)].map(([, table = '']): [string, string] => [
        table,
        homeOf(path),
      ]),
    );
  const owners = new Map([...Object.entries(undeclared), ...declared]);
  return { owners, unowned: [...created].filter((table) => !owners.has(table)) };
}

function foreignUses(root: string, path: string, owners: ReadonlyMap<string, string>): Fault[] {
  const source = readSource(root, path);
  const home = homeOf(path);
  return statementsIn(source.tree).flatMap(({ node, text }) =>
    tableUses(text, owners)
      .filter(({ table }) => owners.get(table) !== home)
      .map(({ table, verb }) => ({
        key: path.replace(/^src\//, ''),
        at: `${path}:${source.line(node)}`,
        says: `${verb} ${table} of ${owners.get(table)}: ${verb === 'reads' ? 'use what its *.sql.ts publishes, or a verb of its service' : 'call a verb of its service'}`,
      })),
  );
}

const beginsAsSql = /^\s*(with|select|insert|update|delete|merge|truncate|lock|copy)\s/i;

/** Templates of `sql`, names given to `sql.identifier`, and other texts that begin as SQL does. Values in them stand as `$`. */
function statementsIn(tree: Node): { node: Node; text: string }[] {
  const tagged = new Set<unknown>();
  return [...nodesOf(tree)].flatMap((node) => {
    if (node.type === 'TaggedTemplateExpression' && isNamed(node['tag'], 'sql') && isNode(node['template'])) {
      tagged.add(node['template']);
      return [{ node, text: templateText(node['template']) }];
    }
    if (node.type === 'CallExpression' && isIdentifierCall(node)) return [{ node, text: `from ${firstText(node)}` }];
    const text = node.type === 'TemplateLiteral' && !tagged.has(node) ? templateText(node) : stringText(node);
    return beginsAsSql.test(text) ? [{ node, text }] : [];
  });
}

const isNamed = (node: unknown, name: string): boolean =>
  isNode(node) && (node['value'] === name || isNamed(node['expression'], name));
const stringText = (node: Node): string => (node.type === 'StringLiteral' ? String(node['value']) : '');
const templateText = (node: Node): string =>
  (Array.isArray(node['quasis']) ? node['quasis'] : []).map((part: { raw?: unknown }) => String(part.raw)).join(' $ ');
const isIdentifierCall = ({ callee }: Node): boolean =>
  isNode(callee) &&
  callee.type === 'MemberExpression' &&
  isNamed(callee['object'], 'sql') &&
  isNamed(callee['property'], 'identifier');
const firstText = (call: Node): string => {
  const [first] = [...nodesOf(call['arguments'])];
  return first === undefined ? '' : stringText(first);
};

/** The tables that a statement names after `from`, `join`, `using`, `into`, `update` and `table`. Its own `with` queries are none. */
export function tableUses(statement: string, known: Pick<ReadonlyMap<string, string>, 'has'>): TableUse[] {
  const tokens =
    statement
      .replace(/'[^']*'/g, "''")
      .toLowerCase()
      .match(/[a-z_][a-z0-9_]*|\S/g) ?? [];
  const queries = new Set(tokens.filter((_, at) => isQueryName(tokens, at)));
  const uses: TableUse[] = [];
  // a name alone, which another template puts behind its `from`
  const [first = ''] = tokens;
  if (tokens.length === 1 && known.has(first)) uses.push({ table: first, verb: 'reads' });
  // a piece such as `accounts a join …`, which another template puts behind its `from`
  if (/^[a-z_]/.test(tokens[1] ?? '') && !operators.has(tokens[1] ?? ''))
    for (const table of namesAfter(tokens, -1)) if (known.has(table)) uses.push({ table, verb: 'reads' });
  tokens.forEach((token, at) => {
    if (!leading.has(token)) return;
    const verb = writing.has(token) || tokens[at - 1] === 'delete' ? 'writes' : 'reads';
    for (const table of namesAfter(tokens, at)) if (known.has(table) && !queries.has(table)) uses.push({ table, verb });
  });
  return uses;
}

const writing = new Set(['into', 'update', 'table', 'truncate']);
const leading = new Set(['from', 'join', 'using', ...writing]);
const skippedWords = new Set(['only', 'lateral', 'public', '.', '"']);
/** What follows a column of the same name. */
const operators = new Set('is,in,and,or,not,between,like,ilike,asc,desc,collate,over,filter,at'.split(','));
/** What ends a list of tables when it stands where an alias could. */
const following = new Set(
  'where,join,left,right,full,inner,cross,natural,on,using,set,group,order,limit,union,returning,for,values,select'.split(','),
);

/** `name as (`, `name as materialized (` */
const isQueryName = (tokens: readonly string[], at: number): boolean => {
  if (tokens[at + 1] !== 'as' || (tokens[at - 1] !== 'with' && tokens[at - 1] !== ',' && tokens[at - 1] !== 'recursive'))
    return false;
  return tokens.slice(at + 2, at + 5).find((token) => token !== 'not' && token !== 'materialized') === '(';
};

/** One name, or those of a list with commas; subqueries in it are passed over, for they have a `from` of their own. */
function namesAfter(tokens: readonly string[], start: number): string[] {
  const names: string[] = [];
  for (let at = start; at === start || tokens[at] === ','; ) {
    at += 1;
    while (skippedWords.has(tokens[at] ?? '')) at += 1;
    if (tokens[at] !== '(') {
      if (tokens[at + 1] !== '.') names.push(tokens[at] ?? '');
      at += 1;
    }
    at = afterBrackets(tokens, at);
    if (tokens[at] === 'as') at += 1;
    if (/^[a-z_"]/.test(tokens[at] ?? '') && !following.has(tokens[at] ?? '')) at = afterBrackets(tokens, at + 1);
  }
  return names;
}

function afterBrackets(tokens: readonly string[], start: number): number {
  if (tokens[start] !== '(') return start;
  let depth = 0;
  for (let at = start; at < tokens.length; at += 1) {
    if (tokens[at] === '(') depth += 1;
    if (tokens[at] === ')') depth -= 1;
    if (depth === 0) return at + 1;
  }
  return tokens.length;
}
