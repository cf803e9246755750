/** Bodies and queries as the card provider takes them: `metadata[payment]=7&expand[0]=customer`. */
export type Form = { [name: string]: Form | string };

export function parseForm(text: string): Form {
  const root: Form = {};
  for (const [name, value] of new URLSearchParams(text)) {
    const path = name.split('[').map((part) => part.replace(/\]$/, ''));
    const last = path.pop() ?? '';
    let at = root;
    for (const part of path) {
      const next = at[part];
      const below: Form = typeof next === 'object' ? next : {};
      at[part] = below;
      at = below;
    }
    at[last === '' ? String(Object.keys(at).length) : last] = value;
  }
  return root;
}

export function formAt(form: Form, ...path: string[]): Form {
  const at = path.reduce<Form | string | undefined>((from, part) => (typeof from === 'object' ? from[part] : undefined), form);
  return typeof at === 'object' ? at : {};
}
/** Null when it is not there, as for an empty one. */
export function textAt(form: Form, ...path: string[]): string | null {
  const name = path.at(-1) ?? '';
  const found = formAt(form, ...path.slice(0, -1))[name];
  return typeof found === 'string' && found !== '' ? found : null;
}
export function numberAt(form: Form, ...path: string[]): number | null {
  const text = textAt(form, ...path);
  return text !== null && /^\d+$/.test(text) ? Number(text) : null;
}
/** A flat group of texts, such as metadata. */
export const textsAt = (form: Form, ...path: string[]): Record<string, string> =>
  Object.fromEntries(
    Object.entries(formAt(form, ...path)).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
  );
