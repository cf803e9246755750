import { type CallFailure, failure } from '#failure.ts';
import { listOf, type QueryParams } from '#query.ts';

/** A parameter's value as the server takes it: control characters out, blanks around it off, `''` when it is absent. */
export function textField(params: QueryParams, name: string): string {
  return clean(params.first.get(name) ?? '');
}

/** Control characters out, blanks around it off: what every text goes through before it is judged. */
export function clean(value: string): string {
  return value.replace(/\p{Cc}/gu, '').trim();
}

/** A parameter that may hold several lines (welcome texts, JSON): only the blanks around it are taken off. */
export function longTextField(params: QueryParams, name: string): string {
  return (params.first.get(name) ?? '').trim();
}

/** `true` in any letter case is true, any other text is false, an absent or empty parameter is the default. */
export function flagField(params: QueryParams, name: string, standard: 'true' | 'false'): boolean {
  const value = textField(params, name);
  return (value === '' ? standard : value.toLowerCase()) === 'true';
}

/** A whole number from zero on; anything else is the default. */
export function countField(params: QueryParams, name: string, standard: number): number {
  const value = textField(params, name);
  return /^[0-9]{1,9}$/.test(value) ? Number.parseInt(value, 10) : standard;
}

/** A comma list without blanks, empty items and repetitions. */
export function listField(params: QueryParams, name: string): string[] {
  return [...new Set(listOf(textField(params, name)))];
}

/** Parameters that begin with a prefix, without it; the first value of a name wins. */
export function prefixedFields(params: QueryParams, prefix: string): Map<string, string> {
  const found = new Map<string, string>();
  for (const [name, value] of params.first) {
    if (name.startsWith(prefix)) found.set(name.slice(prefix.length), value);
  }
  return found;
}

/**
 * `meta_NAME` parameters by their lower-cased names. A name is a letter followed by letters, digits and hyphens;
 * others are left out without a word, as upstream does.
 */
export function metadataFields(params: QueryParams): Map<string, string> {
  const metadata = new Map<string, string>();
  for (const [name, value] of prefixedFields(params, 'meta_')) {
    const key = name.toLowerCase();
    if (/^[a-z][a-z0-9-]*$/.test(key) && !metadata.has(key)) metadata.set(key, value);
  }
  return metadata;
}

/** Refuses a value that is given and is neither `true` nor `false`. */
export function refuseNonFlag(params: QueryParams, name: string, message: string): CallFailure | undefined {
  const value = textField(params, name).toLowerCase();
  return value === '' || value === 'true' || value === 'false' ? undefined : failure('validationError', message);
}

/** Judges `meetingID`: there, 2 to 256 characters, no comma, nothing that trimming would change. */
export function readMeetingId(params: QueryParams): { readonly ok: true; readonly value: string } | CallFailure {
  const raw = params.first.get('meetingID') ?? '';
  const value = clean(raw);
  if (value === '') return failure('missingParamMeetingID', 'You must provide a meeting ID');
  if (raw !== value) return failure('validationError', 'Invalid meeting ID');
  if (value.includes(',')) return failure('patternError', "Meeting ID cannot contain ','");
  if (value.length < 2 || value.length > 256) return failure('sizeError', 'Meeting ID must be between 2 and 256 characters');
  return { ok: true, value };
}

/** Refuses a password that is given and not 2 to 64 characters long. */
export function refusePassword(params: QueryParams, name: string): CallFailure | undefined {
  const { length } = textField(params, name);
  return length === 0 || (length >= 2 && length <= 64) ? undefined : failure('invalidPassword', 'Invalid password');
}

/** The first refusal of several, in the order given. */
export function firstFailure(...refusals: readonly (CallFailure | undefined)[]): CallFailure | undefined {
  return refusals.find((refusal) => refusal !== undefined);
}
