/** Whether a drawing (SVG) is nothing but a drawing, by a list of what may stand in it. */
import { readXml, XmlError, type XmlNode } from '@atrium/bbb/xml';

const svg = 'http://www.w3.org/2000/svg';
const elements: ReadonlySet<string> = new Set(
  `svg g defs symbol use title desc metadata switch view a marker mask clipPath pattern linearGradient radialGradient stop
  path rect circle ellipse line polyline polygon text tspan textPath tref image style filter
  feBlend feColorMatrix feComponentTransfer feComposite feConvolveMatrix feDiffuseLighting feDisplacementMap feDistantLight feDropShadow
  feFlood feFuncA feFuncB feFuncG feFuncR feGaussianBlur feImage feMerge feMergeNode feMorphology feOffset fePointLight
  feSpecularLighting feSpotLight feTile feTurbulence`.split(/\s+/),
);
/** What drawing programs keep for themselves, which nothing shows or runs. Elements of SVG inside do run. */
const editors = [
  'http://www.w3.org/1999/02/22-rdf-syntax-ns#',
  'http://creativecommons.org/ns#',
  'http://web.resource.org/cc/',
  'http://purl.org/dc/',
  'http://sodipodi.sourceforge.net/',
  'http://inkscape.sourceforge.net/',
  'http://www.inkscape.org/',
  'http://ns.adobe.com/',
  'http://www.bohemiancoding.com/sketch/',
  'http://www.serif.com/',
  'http://www.corel.com/',
  'http://www.figma.com/',
  'http://vectornator.io',
  'https://boxy-svg.com',
];

const ownPicture = /^data:image\/(?:png|jpe?g|gif|webp);base64,/i;
const isHarmlessLink = (value: string): boolean => value === '' || value.startsWith('#') || ownPicture.test(value);
/** A backslash can spell any word differently. */
const loads = /@import|\\|image-set\s?\(|\bimage\s?\(|\bsrc\s?\(|javascript:|expression\s?\(/i;
const ownContent = /^["']?(?:#|data:font\/|data:image\/(?:png|jpe?g|gif|webp);)/i;
const isHarmlessStyle = (value: string): boolean =>
  !loads.test(value) && value.split(/url\(/i).every((piece, at) => at === 0 || ownContent.test(piece.slice(0, 100).trimStart()));

type SvgNamespaces = Readonly<Record<string, string>>;
const partsOf = (name: string): [prefix: string, local: string] => {
  const colon = name.indexOf(':');
  return colon === -1 ? ['', name] : [name.slice(0, colon), name.slice(colon + 1)];
};

const isLink = (local: string): boolean => /^(?:href|src|base)$/i.test(local);

function isHarmlessAttribute(name: string, value: string): boolean {
  const [prefix, local] = partsOf(name);
  if (prefix === 'xmlns' || name === 'xmlns') return true;
  // each attribute that runs something begins so
  if (/^on/i.test(local)) return false;
  return isLink(local) ? isHarmlessLink(value.trim()) : isHarmlessStyle(value);
}
/** No browser reads styles here, so that paths of Windows may stand in them. */
const isHarmlessInEditor = (name: string, value: string): boolean => {
  const [, local] = partsOf(name);
  return !/^on/i.test(local) && (!isLink(local) || isHarmlessLink(value.trim()));
};

function isHarmlessShape(node: XmlNode, namespace: string | undefined): boolean {
  const [, local] = partsOf(node.name);
  // without a namespace it is no drawing for a browser, and drawn by some programs
  if ((namespace ?? svg) !== svg || !elements.has(local)) return false;
  return local !== 'style' || isHarmlessStyle(node.text);
}

function isHarmlessElement(node: XmlNode, above: SvgNamespaces): boolean {
  const declared = [...node.attributes].flatMap(([name, value]) => {
    const [prefix, local] = partsOf(name);
    return name === 'xmlns' ? [['', value]] : prefix === 'xmlns' ? [[local, value]] : [];
  });
  const namespaces: SvgNamespaces = declared.length === 0 ? above : { ...above, ...Object.fromEntries(declared) };
  const namespace = namespaces[partsOf(node.name)[0]];
  const ofEditor = namespace !== undefined && editors.some((one) => namespace.startsWith(one));
  const isHarmless = ofEditor ? isHarmlessInEditor : isHarmlessAttribute;
  if (!ofEditor && !isHarmlessShape(node, namespace)) return false;
  return (
    [...node.attributes].every(([name, value]) => isHarmless(name, value)) &&
    node.children.every((child) => isHarmlessElement(child, namespaces))
  );
}

/** The text without a document type, which our reader takes none of. Null: it declares something. */
function withoutDoctype(text: string): string | null {
  const at = text.search(/<!doctype/i);
  if (at === -1) return text;
  const end = text.indexOf('>', at);
  const declaration = text.slice(at, end + 1);
  return end === -1 || declaration.includes('[') ? null : text.slice(0, at) + text.slice(end + 1);
}

/** The encoding that it names; a browser would read other words than we do. */
const readable = /^(?:utf-?8|us-ascii|iso-8859-1|windows-1252)$/i;
const encodingOf = (text: string): string => /\bencoding\s?=\s?["']([\w-]{1,40})/.exec(text.slice(0, 200))?.[1] ?? 'utf-8';

/** `unreadable`: no XML. */
export function checkDrawing(text: string): 'fine' | 'active_content' | 'unreadable' {
  if (text.includes('\0') || text.includes('<?xml-stylesheet') || !readable.test(encodingOf(text))) return 'active_content';
  const bare = withoutDoctype(text);
  if (bare === null) return 'active_content';
  try {
    return isHarmlessElement(readXml(bare), {}) ? 'fine' : 'active_content';
  } catch (error) {
    if (error instanceof XmlError) return 'unreadable';
    throw error;
  }
}
