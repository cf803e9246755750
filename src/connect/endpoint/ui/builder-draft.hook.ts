import { useEffect, useState } from 'react';
import type { BuiltCall } from '../endpoint.contract.ts';
import { methodsOf, parametersOf, takesXml } from './call-parameters.hook.ts';

export type ParameterRow = { id: number; name: string; value: string; needed: 'needed' | 'free' };
export type BuilderDraft = {
  secretId: string;
  call: BuiltCall['call'];
  method: BuiltCall['method'];
  hash: BuiltCall['hash'];
  rows: readonly ParameterRow[];
  body: string;
};

/** Values for what a call needs, so that the first one can be run as it stands. */
const samples: Readonly<Record<string, string>> = {
  meetingID: 'first-call',
  name: 'First call',
  fullName: 'Ada Lovelace',
  role: 'MODERATOR',
};
const atStart: Partial<Record<BuiltCall['call'], readonly string[]>> = { join: ['role'] };

/** The rows of another call: what it needs, with the values that are already typed. */
export function rowsFor(call: BuiltCall['call'], before: readonly ParameterRow[]): ParameterRow[] {
  const { needed, may } = parametersOf(call);
  const valueFor = (name: string) => before.find((row) => row.name === name)?.value ?? samples[name] ?? '';
  const kept = before.filter((row) => may.includes(row.name)).map((row) => row.name);
  const free = [...new Set([...(atStart[call] ?? []), ...kept])];
  return [
    ...needed.map((name, id): ParameterRow => ({ id, name, value: valueFor(name), needed: 'needed' })),
    ...free.map((name, at): ParameterRow => ({ id: needed.length + at, name, value: valueFor(name), needed: 'free' })),
  ];
}

export const draftFor = (secretId: string): BuilderDraft => ({
  secretId,
  call: 'create',
  method: 'GET',
  hash: 'sha256',
  rows: rowsFor('create', []),
  body: '',
});

/** The draft with another call: the method is one that the call allows. */
export function withCall(draft: BuilderDraft, call: BuiltCall['call']): BuilderDraft {
  const methods = methodsOf(call);
  const method = methods.includes(draft.method) ? draft.method : (methods[0] ?? 'GET');
  return { ...draft, call, method, rows: rowsFor(call, draft.rows), body: takesXml(call) ? draft.body : '' };
}

export const hasBody = (draft: BuilderDraft): boolean => takesXml(draft.call) && draft.method === 'POST';

/** What is sent: rows without a name or, unless the call needs them, without a value are left out. */
export const builtOf = (draft: BuilderDraft): BuiltCall => ({
  secretId: draft.secretId,
  call: draft.call,
  method: draft.method,
  hash: draft.hash,
  parameters: draft.rows
    .filter(({ name, value }) => name.trim() !== '' && value !== '')
    .map(({ name, value }) => ({ name: name.trim(), value })),
  body: hasBody(draft) && draft.body.trim() !== '' ? draft.body : null,
});

/** A value when it has been still for a while. `pause` in milliseconds. */
export function useSettled<T>(value: T, pause: number): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), pause);
    return () => clearTimeout(timer);
  }, [value, pause]);
  return settled;
}
