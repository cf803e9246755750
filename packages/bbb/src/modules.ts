import { type CallFailure, failure } from '#failure.ts';
import { readXml, XmlError, type XmlLimits, type XmlNode, XmlTooLarge } from '#xml.ts';
import { escapeBareAmpersands } from '#xml-text.ts';

/** A document for the presentation area: where to fetch it, or its content in base64, with the line breaks that it came with. */
export type ModuleDocument = {
  source: { kind: 'url'; url: string } | { kind: 'base64'; data: string };
  /** With its extension, which determines the type. */
  filename: string;
  current: boolean;
  removable: boolean;
  downloadable: boolean;
};

/** The body of `create` and `insertDocument`. */
export type CreateModules = {
  /** Absent when the body has no presentation module. */
  documents: ModuleDocument[] | undefined;
  /** JSON text of `clientSettingsOverride`, unread. */
  clientSettingsOverride: string | undefined;
  /** Every other module by its name, as text. */
  others: Map<string, string>;
  /** Every address in a `url` attribute, whatever its element is called: servers go by the attribute, not by the name. */
  urls: string[];
};

/** Far above what any program sends; the length is the caller's to limit. */
const limits: XmlLimits = { elements: 2_000, attributes: 20_000, references: 100_000 };

/** A document element that names neither an address nor a file with an extension is skipped without a word. */
export function readModules(body: string): { readonly ok: true; readonly value: CreateModules } | CallFailure {
  const root = readLenient(body);
  if (!('children' in root)) return root;
  if (root.name !== 'modules') return failure('validationError', 'The request body must have the root element modules');
  const modules: CreateModules = {
    documents: undefined,
    clientSettingsOverride: undefined,
    others: new Map(),
    urls: urlsIn(root),
  };
  for (const module of root.children) {
    const name = module.name === 'module' ? (module.attributes.get('name') ?? '') : '';
    if (name === 'presentation') modules.documents = [...(modules.documents ?? []), ...module.children.flatMap(toDocument)];
    else if (name === 'clientSettingsOverride') modules.clientSettingsOverride = module.text.trim();
    else if (name !== '') modules.others.set(name, module.text);
  }
  return { ok: true, value: modules };
}

/** Some clients put addresses with bare ampersands into attributes (Moodle), so a second reading escapes those. */
function readLenient(body: string): XmlNode | CallFailure {
  const strict = tryRead(body);
  if (!(strict instanceof XmlError)) return strict;
  const repaired = strict instanceof XmlTooLarge ? strict : tryRead(escapeBareAmpersands(body));
  if (!(repaired instanceof XmlError)) return repaired;
  return failure('validationError', `The request body is not well-formed XML: ${strict.message}`);
}

function tryRead(text: string): XmlNode | XmlError {
  try {
    return readXml(text.trim(), limits);
  } catch (error) {
    if (error instanceof XmlError) return error;
    throw error;
  }
}

function urlsIn({ attributes, children }: XmlNode): string[] {
  const url = (attributes.get('url') ?? '').trim();
  return [...(url === '' ? [] : [url]), ...children.flatMap(urlsIn)];
}

function toDocument(node: XmlNode): ModuleDocument[] {
  if (node.name !== 'document') return [];
  const url = (node.attributes.get('url') ?? '').trim();
  const name = (node.attributes.get('filename') ?? (url === '' ? node.attributes.get('name') : undefined) ?? '').trim();
  const filename = name !== '' ? name : lastSegment(url);
  if (!/\.[A-Za-z0-9]{1,10}$/.test(filename)) return [];
  const data = node.text.trim();
  if (url === '' && data === '') return [];
  const flag = (attribute: string, standard: 'true' | 'false'): boolean =>
    (node.attributes.get(attribute) ?? standard).trim().toLowerCase() === 'true';
  return [
    {
      source: url === '' ? { kind: 'base64', data } : { kind: 'url', url },
      filename,
      current: flag('current', 'false'),
      // Upstream's documentation says the opposite of both; its code is what clients live with.
      removable: flag('removable', 'true'),
      downloadable: flag('downloadable', 'false'),
    },
  ];
}

/** The name of the file that an address seems to lead to; may be empty. */
export function lastSegment(url: string): string {
  const end = url.search(/[?#]/);
  const path = end === -1 ? url : url.slice(0, end);
  const segment = path.slice(path.lastIndexOf('/') + 1);
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

/** The order in which `create` shows documents: the first marked current, else the first, comes first and is current. */
export function createOrder(documents: readonly ModuleDocument[]): ModuleDocument[] {
  const marked = documents.find((document) => document.current) ?? documents[0];
  if (!marked) return [];
  const rest = documents.filter((document) => document !== marked).map((document) => ({ ...document, current: false }));
  return [{ ...marked, current: true }, ...rest];
}
