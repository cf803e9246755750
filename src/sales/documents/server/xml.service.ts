/** Writes XML: elements in the order given, empty ones left out, so that a document's bytes follow from its values alone. */

export type Attributes = Readonly<Record<string, string>>;
/** Written XML; empty for nothing. */
export type Xml = string;

// characters that XML 1.0 cannot hold at all (production 2)
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
const forbidden = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

const escaped = (text: string): string =>
  text
    .toWellFormed()
    .replace(forbidden, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');

const wrapped = (name: string, content: Xml, attributes: Attributes): Xml => {
  const written = Object.entries(attributes).map(([key, value]) => ` ${key}="${escaped(value)}"`);
  return `<${name}${written.join('')}>${content}</${name}>`;
};

/** An element around text; nothing when the text is null or blank. */
export const leaf = (name: string, text: string | null, attributes: Attributes = {}): Xml => {
  const content = escaped((text ?? '').trim());
  return content === '' ? '' : wrapped(name, content, attributes);
};

/** An element around elements; nothing when all of them are nothing. */
export const branch = (name: string, parts: readonly Xml[]): Xml => {
  const content = parts.join('');
  return content === '' ? '' : wrapped(name, content, {});
};

/** The whole file. */
export const xmlFile = (name: string, root: { namespaces: Attributes; parts: readonly Xml[] }): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n${wrapped(name, root.parts.join(''), root.namespaces)}\n`;
