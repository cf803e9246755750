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
};

/** The XML body for `create` and `insertDocument`. */
export function writeModules({ documents, clientSettingsOverride }: ModulesInput): string {
  const modules: XmlElement[] = [];
  if (documents) modules.push({ ...element('module', documents.map(documentElement)), attributes: [['name', 'presentation']] });
  if (clientSettingsOverride !== undefined) {
    modules.push({ ...cdataElement('module', clientSettingsOverride), attributes: [['name', 'clientSettingsOverride']] });
  }
  return writeXml(element('modules', modules));
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
