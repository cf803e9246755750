/** Whether answers, events and requests have the published shapes. Complaints are sentences for the reader of a failed test. */
import fs from 'node:fs';
import path from 'node:path';
import { type Form, formAt } from '../form.ts';
import type { Json } from '../store.ts';
import type { Fields, Shapes, Type } from './shape.ts';

const shapes: Shapes = JSON.parse(fs.readFileSync(path.join(import.meta.dirname, 'shapes.json'), 'utf8'));
type Inside = { [name: string]: Json };
const isInside = (value: Json | undefined): value is Inside =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const shown = (value: Json): string => JSON.stringify(value).slice(0, 60);
const kindsOf = (type: Type): string[] => (typeof type === 'string' ? type : type.is).split('|');

/** Every field that has to be there, and none that is not known. `nameOf`: how a complaint names a field. */
function checkFields(fields: Fields, value: Inside, at: string): string[] {
  const known = new Set(Object.keys(fields).map((name) => name.replace('?', '')));
  const strange = Object.keys(value).filter((name) => !known.has(name));
  const wrong = Object.entries(fields).flatMap(([name, type]) => {
    const one = value[name.replace('?', '')];
    if (one === undefined) return name.endsWith('?') ? [] : [`${at}.${name} is missing`];
    return checkValue(type, one, `${at}.${name.replace('?', '')}`);
  });
  return [...strange.map((name) => `${at}.${name} is not known`), ...wrong];
}

function checkValue(type: Type, value: Json, at: string): string[] {
  const kinds = kindsOf(type);
  const [fields, items] = typeof type === 'string' ? [undefined, undefined] : [type.fields, type.items];
  const not = [`${at} is ${shown(value)}, not ${kinds.join(' or ').slice(0, 200)}`];
  if (value === null) return kinds.includes('null') ? [] : not;
  if (typeof value === 'string') return kinds.includes('string') || kinds.includes(`'${value}'`) ? [] : not;
  if (Array.isArray(value)) {
    if (!kinds.includes('list')) return not;
    return items === undefined ? [] : value.flatMap((one, index) => checkValue(items, one, `${at}.${index}`));
  }
  if (!isInside(value)) return kinds.includes(typeof value) ? [] : not;
  const full = value['object'];
  if (typeof full === 'string' && kinds.includes(`@${full}`)) return checkObject(value, at);
  if (kinds.includes('map')) return Object.values(value).every((one) => typeof one === 'string') ? [] : not;
  if (!kinds.includes('object')) return not;
  if (fields !== undefined) return checkFields(fields, value, at);
  // what nobody looks into must not be filled in: the part has to be named in wanted.ts first
  return Object.keys(value).length === 0 ? [] : [`${at} is not described`];
}

/** What the published example of it has, this one has too, and of the same kind; what the description dropped since does not count. */
function checkExample(example: Fields, value: Inside, { at, fields }: { at: string; fields: Fields }): string[] {
  return Object.entries(example).flatMap(([name, type]) => {
    const described = fields[name] ?? fields[`${name}?`];
    if (described === undefined) return [];
    const one = value[name];
    if (one === undefined) return [`${at}.${name} is missing, and the published example has it`];
    if (typeof type === 'object' && isInside(one) && typeof described === 'object')
      return checkExample(type.fields ?? {}, one, { at: `${at}.${name}`, fields: described.fields ?? {} });
    const kind = Array.isArray(one) ? 'list' : typeof one;
    if (one === null || type === 'null' || typeof type !== 'string' || kind === type) return [];
    // an id may stand in full, and an object as its id
    return kindsOf(described).includes(kind) || kind === 'object' ? [] : [`${at}.${name} is a ${kind}, in the example a ${type}`];
  });
}

/** One object in full. */
export function checkObject(value: Json, at = ''): string[] {
  if (!isInside(value)) return [`${at} is no object`];
  const name = value['deleted'] === true ? `deleted_${String(value['object'])}` : String(value['object']);
  const fields = shapes.objects[name];
  if (fields === undefined) return [`${at} ${name} has no shape`];
  const [place, example] = [at === '' ? name : at, shapes.examples[name]];
  const about = name === 'event' ? checkEvent(value) : [];
  const whole = name === 'event' ? { ...value, data: { object: {} } } : value;
  const ofExample = example === undefined || name === 'event' ? [] : checkExample(example, value, { at: place, fields });
  return [...checkFields(fields, whole, place), ...about, ...ofExample];
}

function checkEvent({ type, data }: Inside): string[] {
  const about = isInside(data) ? data['object'] : undefined;
  const word = shapes.events[String(type)];
  if (!isInside(about) || about['object'] !== word) return [`${String(type)} is not about a ${word ?? 'known thing'}`];
  return checkObject(about, `${String(type)} data`);
}

/** An answer: an object, a page of them, or an error. */
export function checkAnswer(body: Json): string[] {
  if (!isInside(body)) return ['an answer that is no object'];
  const { object, error, data } = body;
  if (error !== undefined) return isInside(error) ? checkFields(shapes.objects['error'] ?? {}, error, 'error') : ['no error'];
  if (object !== 'list' && object !== 'search_result') return checkObject(body);
  const isPage = Array.isArray(data) && typeof body['has_more'] === 'boolean' && typeof body['url'] === 'string';
  return isPage ? data.flatMap((one) => checkObject(one)) : ['a list without data, has_more or url'];
}

/** What came as a form is text: whether it reads as what is asked for. */
function checkGiven(type: Type, given: Form | string, at: string): string[] {
  const kinds = kindsOf(type);
  const [fields, items] = typeof type === 'string' ? [undefined, undefined] : [type.fields, type.items];
  if (typeof given === 'string') {
    const reads =
      kinds.includes('string') ||
      kinds.includes(`'${given}'`) ||
      (kinds.includes('number') && /^-?\d+$/.test(given)) ||
      (kinds.includes('boolean') && /^(true|false)$/.test(given));
    return reads ? [] : [`${at} is ${shown(given)}, not ${kinds.join(' or ').slice(0, 200)}`];
  }
  if (kinds.includes('map')) return Object.values(given).every((one) => typeof one === 'string') ? [] : [`${at} is no map`];
  if (kinds.includes('list'))
    return items === undefined ? [] : Object.entries(given).flatMap(([at0, one]) => checkGiven(items, one, `${at}[${at0}]`));
  if (!kinds.includes('object')) return [`${at} has parts, and should not`];
  if (fields !== undefined) return checkForm(fields, given, at);
  return Object.keys(given).length === 0 ? [] : [`${at} is not described`];
}
function checkForm(fields: Fields, form: Form, at: string): string[] {
  const known = new Set(Object.keys(fields).map((name) => name.replace('?', '')));
  const strange = Object.keys(form).filter((name) => !known.has(name));
  const wrong = Object.entries(fields).flatMap(([name, type]) => {
    const given = form[name.replace('?', '')];
    if (given === undefined) return name.endsWith('?') ? [] : [`${at}[${name}] is missing`];
    return checkGiven(type, given, `${at}[${name.replace('?', '')}]`);
  });
  return [...strange.map((name) => `${at}[${name}] is not known`), ...wrong];
}

/** The calls that are described, with `:` for an id. */
export const describedCalls: readonly string[] = Object.keys(shapes.requests);
/** A request, by the rule of its call (`POST refunds`). */
export function checkRequest(rule: string, form: Form): string[] {
  const fields = shapes.requests[rule];
  if (fields === undefined) return [`${rule} is not described`];
  return checkForm({ ...fields, 'expand?': { is: 'list', items: 'string' } }, formAt(form), rule);
}
