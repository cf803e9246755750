/** Writes XML: elements in the order given, empty ones left out, so that a document's bytes follow from its values alone. */
import { escapeMarkup } from '#kit/markup.ts';

export type Attributes = Readonly<Record<string, string>>;
/** Written XML; empty for nothing. */
export type Xml = string;

const wrapped = (name: string, content: Xml, attributes: Attributes): Xml => {
  const written = Object.entries(attributes).map(([key, value]) => ` ${key}="${escapeMarkup(value)}"`);
  return `<${name}${written.join('')}>${content}</${name}>`;
};

/** An element around text; nothing when the text is null or blank. */
export const leaf = (name: string, text: string | null, attributes: Attributes = {}): Xml => {
  const content = escapeMarkup((text ?? '').trim());
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
