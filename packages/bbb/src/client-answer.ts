import { type CallFailure, failure } from '#failure.ts';
import { childOf, childrenOf, textOf, trimmedTextOf } from '#reading.ts';
import { readXml, XmlError, type XmlNode, XmlTooLarge } from '#xml.ts';
import { escapeBareAmpersands } from '#xml-text.ts';

/** A result, or the refusal that the server gave. */
export type CallOutcome<Result> = ({ readonly ok: true } & Result) | CallFailure;

/** The server could not be asked: no connection, no name, no answer in time. `cause` holds the reason. */
export class BbbUnreachable extends Error {
  override readonly name = 'BbbUnreachable';
}

/** Something answered, but not with a BBB answer. */
export class BbbBadAnswer extends Error {
  override readonly name = 'BbbBadAnswer';
  /** HTTP status, 0 when it does not matter. */
  readonly status: number;

  constructor(why: string, status = 0) {
    super(why);
    this.status = status;
  }
}

/**
 * Reads an XML answer of any version: three shapes of failure, returncode in any letter case, custom data that is not XML.
 * @throws BbbBadAnswer when it is no BBB answer.
 */
export function readAnswer(text: string, status: number): { readonly ok: true; readonly response: XmlNode } | CallFailure {
  const response = parse(text, status);
  const returncode = trimmedTextOf(response, 'returncode').toUpperCase();
  if (response.name !== 'response' || returncode === '') throw new BbbBadAnswer('The answer has no return code', status);
  return returncode === 'SUCCESS' ? { ok: true, response } : readFailure(response);
}

function parse(text: string, status: number): XmlNode {
  if (text.trim() === '') throw new BbbBadAnswer('The answer is empty', status);
  try {
    return readXml(text.trim());
  } catch (error) {
    if (error instanceof XmlTooLarge) throw new BbbBadAnswer(`The answer is too long: ${error.message}`, status);
    if (!(error instanceof XmlError)) throw error;
  }
  try {
    return readXml(escapeBareAmpersands(withoutCustomData(text.trim())));
  } catch (error) {
    if (error instanceof XmlError) throw new BbbBadAnswer(`The answer is not XML: ${error.message}`, status);
    throw error;
  }
}

/** Servers print custom data keys without checking that they can name an element; the rest of the answer is still wanted. */
function withoutCustomData(text: string): string {
  const open = '<customdata>';
  const close = '</customdata>';
  let kept = '';
  let from = 0;
  for (;;) {
    const start = text.indexOf(open, from);
    const end = start === -1 ? -1 : text.indexOf(close, start);
    if (end === -1) return kept + text.slice(from);
    kept += text.slice(from, start);
    from = end + close.length;
  }
}

function readFailure(response: XmlNode): CallFailure {
  const error = childrenOf(childOf(response, 'errors'), 'error')[0];
  if (!error) return failure(trimmedTextOf(response, 'messageKey'), textOf(response, 'message'));
  const key = error.attributes.get('key') ?? trimmedTextOf(error, 'key');
  const message = error.attributes.get('message') ?? textOf(error, 'message');
  return failure(key, message);
}
