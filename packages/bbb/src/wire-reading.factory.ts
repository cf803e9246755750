import { type MemoryBbb, send, signedPath, type WireAnswer } from '#memory/memory-bbb.factory.ts';
import { textOf } from '#reading.ts';
import { readXml, type XmlNode } from '#xml.ts';

/** The root element of an answer, read strictly. */
export function rootOf(answer: WireAnswer): XmlNode {
  return readXml(answer.body);
}

/** Names of the root's children in order. */
export function namesOf(answer: WireAnswer): string[] {
  return rootOf(answer).children.map((child) => child.name);
}

/** Text of one child of the root. */
export function fieldOf(answer: WireAnswer, name: string): string {
  return textOf(rootOf(answer), name);
}

/** `SUCCESS`, or `FAILED` and the key of the refusal. */
export function resultOf(answer: WireAnswer): string {
  const returncode = fieldOf(answer, 'returncode');
  return returncode === 'SUCCESS' ? returncode : `${returncode} ${fieldOf(answer, 'messageKey')}`;
}

/** Sends a signed GET. */
export function get(bbb: MemoryBbb, call: string, query = ''): Promise<WireAnswer> {
  return send(bbb, { path: signedPath(call, query) });
}

/** Sends a signed GET and gives its result. */
export async function resultOfGet(bbb: MemoryBbb, call: string, query = ''): Promise<string> {
  return resultOf(await get(bbb, call, query));
}
