import type { ModuleDocument, CreateModules } from '#modules.ts';
import { cdataElement, element, type XmlElement, writeXml } from '#xml.ts';

/** A document to send along. `filename` must end in the extension that tells its type. */
export type DocumentInput = {
  filename: string;
  url?: string | undefined;
  /** Content in base64, used when there is no address. */
  data?: string | undefined;
  current?: boolean | undefined;
  removable?: boolean | undefined;
  downloadable?: boolean | undefined;
};

/** What a `create` or `insertDocument` carries in its body. */
export type ModulesInput = {
  documents?: readonly DocumentInput[] | undefined;
  /** JSON text. */
  clientSettingsOverride?: string | undefined;
  /** Texts of other modules by their names. */
  others?: ReadonlyMap<string, string> | undefined;
};

/** The XML body for `create` and `insertDocument`. */
export function writeModules({ documents, clientSettingsOverride, others = new Map() }: ModulesInput): string {
  const modules: XmlElement[] = [];
  if (documents) modules.push({ ...element('module', documents.map(documentElement)), attributes: [['name', 'presentation']] });
  const texts = new Map(others);
  if (clientSettingsOverride !== undefined) texts.set('clientSettingsOverride', clientSettingsOverride);
  for (const [name, text] of texts) modules.push({ ...cdataElement('module', text), attributes: [['name', name]] });
  return writeXml(element('modules', modules));
}

/**
 * The body again without the documents at unwanted addresses, and without anything else that carries a `url`. Without a
 * document left there is no presentation in it, so the server shows its own; `undefined` when nothing at all is left.
 */
export function writeModulesWithout(modules: CreateModules, isUnwanted: (url: string) => boolean): string | undefined {
  const { clientSettingsOverride, others } = modules;
  const kept = (modules.documents ?? []).filter(({ source }) => source.kind === 'base64' || !isUnwanted(source.url));
  if (kept.length === 0 && clientSettingsOverride === undefined && others.size === 0) return undefined;
  const documents = kept.length === 0 ? undefined : kept.map(documentInput);
  return writeModules({ documents, clientSettingsOverride, others });
}

function documentInput({ source, filename, current, removable, downloadable }: ModuleDocument): DocumentInput {
  const where = source.kind === 'url' ? { url: source.url } : { data: source.data };
  return { filename, ...where, current, removable, downloadable };
}

function documentElement({ filename, url, data, current, removable, downloadable }: DocumentInput): XmlElement {
  const attributes: [string, string][] =
    url === undefined
      ? [['name', filename]]
      : [
          ['url', url],
          ['filename', filename],
        ];
  for (const [name, value] of Object.entries({ current, removable, downloadable })) {
    if (value !== undefined) attributes.push([name, String(value)]);
  }
  return { ...element('document', url === undefined ? (data ?? '') : ''), attributes };
}
