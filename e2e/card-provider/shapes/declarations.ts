/** Reads declarations of the provider's library: interfaces, the namespaces beside them, and what they extend. */
import fs from 'node:fs';
import path from 'node:path';
import { type ESTree, parseSync } from 'vite';
import type { Fields, Type } from './shape.ts';

type Node = ESTree.TSType;
type Scope = Map<string, ESTree.TSInterfaceDeclaration | ESTree.TSTypeAliasDeclaration>;
type TypeScope = { scope: Scope; inside: string };

/** Every interface and type of a file, by its name with those of the namespaces around it: `Refund.Status`. */
function declared(body: readonly ESTree.Node[], within: string, scope: Scope): void {
  for (const statement of body) {
    const one = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement;
    if (one === null) continue;
    if (one.type === 'TSInterfaceDeclaration' || one.type === 'TSTypeAliasDeclaration') scope.set(within + one.id.name, one);
    if (one.type === 'TSModuleDeclaration' && one.body?.type === 'TSModuleBlock' && one.id.type === 'Identifier')
      declared(one.body.body, `${within}${one.id.name}.`, scope);
  }
}

const nameOf = (name: ESTree.TSTypeName): string =>
  name.type === 'Identifier' ? name.name : name.type === 'TSQualifiedName' ? `${nameOf(name.left)}.${name.right.name}` : '';

/** What a name means where it is used: the nearest namespace around counts first. */
function found({ scope, inside }: TypeScope, name: string): { key: string; one: ESTree.Node } | null {
  const around = inside.split('.');
  for (let depth = around.length; depth >= 0; depth -= 1) {
    const key = [...around.slice(0, depth), name].filter((word) => word !== '').join('.');
    const one = scope.get(key);
    if (one !== undefined) return { key, one };
  }
  return null;
}

type Inside = { members: readonly ESTree.TSSignature[] | null; isPaged: boolean };
function insideOf(one: ESTree.Node | undefined): Inside {
  if (one?.type === 'TSTypeAliasDeclaration' && one.typeAnnotation.type === 'TSTypeLiteral')
    return { members: one.typeAnnotation.members, isPaged: false };
  if (one?.type !== 'TSInterfaceDeclaration') return { members: null, isPaged: false };
  const above = one.extends.map(({ expression }) => (expression.type === 'Identifier' ? expression.name : ''));
  return { members: one.body.body, isPaged: above.includes('PaginationParams') };
}

const address = Object.fromEntries(
  ['city', 'country', 'line1', 'line2', 'postal_code', 'state'].map((name) => [name, 'string|null']),
);
/** Types of the library that every file uses. */
const shared: Readonly<Record<string, Type>> = {
  Metadata: 'map',
  MetadataParam: 'map',
  OtherString: '*',
  RangeQueryParam: { is: 'object', fields: { 'gt?': 'number', 'gte?': 'number', 'lt?': 'number', 'lte?': 'number' } },
  Decimal: 'string',
  Address: { is: 'object', fields: address },
  ApiList: 'object',
};
const paging: Fields = { 'ending_before?': 'string', 'limit?': 'number', 'starting_after?': 'string' };

/** Resources that have a name of their own in answers; others are never shown in full. */
const words: Readonly<Record<string, string>> = {
  Charge: '@charge',
  Customer: '@customer',
  DeletedCustomer: '@deleted_customer',
  Dispute: '@dispute',
  File: '@file',
  PaymentIntent: '@payment_intent',
  PaymentMethod: '@payment_method',
  Refund: '@refund',
  SetupIntent: '@setup_intent',
};

function joined(types: readonly Type[]): Type {
  const texts = new Set(types.flatMap((type) => (typeof type === 'string' ? type : type.is).split('|')));
  const rich = types.find((type) => typeof type !== 'string');
  const is = [...texts].join('|');
  return typeof rich === 'object' ? { ...rich, is } : is;
}

export type TypeReader = ((place: string, at: string) => Fields) & { event(type: string): string };

/** `parts`: whose insides are wanted, as `charge.billing_details`. Throws for what is not declared. */
export function typeReader(folder: string, parts: ReadonlySet<string>): TypeReader {
  const files = new Map<string, Scope>();
  const scopeOf = (file: string): Scope => {
    const known = files.get(file);
    if (known !== undefined) return known;
    const scope: Scope = new Map();
    const name = path.join(folder, `${file}.d.ts`);
    declared(parseSync(name, fs.readFileSync(name, 'utf8'), { lang: 'ts' }).program.body, '', scope);
    files.set(file, scope);
    return scope;
  };
  const fieldsOf = (place: TypeScope, key: string, at: string): Fields => {
    const one = place.scope.get(key);
    const { members, isPaged } = insideOf(one);
    if (members === null) throw new Error(`${key} is not declared`);
    const fields: Fields = isPaged ? { ...paging } : {};
    for (const member of members) {
      if (member.type !== 'TSPropertySignature' || member.key.type !== 'Identifier' || member.typeAnnotation == null) continue;
      const { name } = member.key;
      const type = typeOf({ ...place, inside: key }, member.typeAnnotation.typeAnnotation, `${at}.${name}`);
      fields[member.optional ? `${name}?` : name] = type;
    }
    return fields;
  };
  const typeOf = (place: TypeScope, node: Node, at: string): Type => {
    if (node.type === 'TSStringKeyword') return 'string';
    if (node.type === 'TSNumberKeyword') return 'number';
    if (node.type === 'TSBooleanKeyword') return 'boolean';
    if (node.type === 'TSNullKeyword') return 'null';
    if (node.type === 'TSUndefinedKeyword') return 'null';
    if (node.type === 'TSLiteralType')
      return node.literal.type === 'Literal' && typeof node.literal.value === 'string' ? `'${node.literal.value}'` : 'boolean';
    if (node.type === 'TSUnionType') return joined(node.types.map((one) => typeOf(place, one, at)));
    if (node.type !== 'TSTypeReference') return 'object';
    return named(place, node, at);
  };
  const named = (place: TypeScope, node: ESTree.TSTypeReference, at: string): Type => {
    const name = nameOf(node.typeName);
    const [inner] = node.typeArguments?.params ?? [];
    if (name === 'Array' && inner !== undefined) return { is: 'list', items: typeOf(place, inner, at) };
    if (name === 'Emptyable' && inner !== undefined) return joined(["''", typeOf(place, inner, at)]);
    const known = shared[name];
    if (known !== undefined) return known;
    const here = found(place, name);
    if (here === null || (words[name] !== undefined && !name.includes('.') && here.key === name)) return words[name] ?? 'object';
    if (here.one.type === 'TSTypeAliasDeclaration')
      return typeOf({ ...place, inside: here.key.split('.').slice(0, -1).join('.') }, here.one.typeAnnotation, at);
    return parts.has(at) ? { is: 'object', fields: fieldsOf(place, here.key, at) } : 'object';
  };
  const read = (declaration: string, at: string): Fields => {
    const [file = '', name = ''] = declaration.split('#');
    return fieldsOf({ scope: scopeOf(file), inside: '' }, name, at);
  };
  /** The word of the object that events of this type are about. */
  const event = (type: string): string => {
    const scope = scopeOf('Events');
    for (const [key, one] of scope) {
      if (one.type !== 'TSInterfaceDeclaration' || !key.endsWith('Event')) continue;
      const fields = fieldsOf({ scope, inside: '' }, key, 'event');
      if (fields['type'] !== `'${type}'`) continue;
      const about = fieldsOf({ scope, inside: key }, `${key}.Data`, 'event.data')['object'];
      return typeof about === 'string' && about.startsWith('@') ? about.slice(1) : 'checkout.session';
    }
    throw new Error(`no event ${type}`);
  };
  return Object.assign(read, { event });
}
