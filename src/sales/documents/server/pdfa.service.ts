/**
 * Whether a file is PDF/A-3 at level B, as far as its structure says it (ISO 19005-3:2012): every object is looked at, and what no check knows is
 * a finding as well. It judges what our own compiler writes; a file of another program may be right and be refused. Decision 17 lists the clauses.
 */
import { readPdfFile } from './pdf-file.service.ts';
import { type Dict, nameOf, textOf, type Value } from './pdf-tokens.service.ts';
import { checkGroup, checkOutputIntents } from './pdfa-colours.service.ts';
import { checkPageContents } from './pdfa-contents.service.ts';
import { checkData } from './pdfa-data.service.ts';
import { checkFont } from './pdfa-fonts.service.ts';
import { type Parts, partsOf, requireName, requireShape } from './pdfa-parts.service.ts';

/** `clause`: of ISO 19005-3; `unknown` for something that no check knows. */
export type PdfAFinding = { clause: string; text: string };

/** Enough to see what is wrong. */
const most = 50;

const actions = ['GoTo', 'GoToR', 'GoToE', 'Thread', 'URI', 'Named', 'SubmitForm'];
function checkAction(parts: Parts, value: Value | undefined): void {
  const action = parts.dict(value);
  requireName(parts, action.get('S'), { clause: '6.5.1', what: 'an action', among: actions });
  requireShape(parts, action, { what: 'an action', known: ['Type', 'S', 'URI', 'D'] });
}

/** Links are the only ones that our pages could have. */
function checkAnnotation(parts: Parts, value: Value): void {
  const annotation = parts.dict(value);
  requireName(parts, annotation.get('Subtype'), { clause: '6.3.1', what: 'an annotation', among: ['Link'] });
  requireShape(parts, annotation, {
    what: 'an annotation',
    known: ['Type', 'Subtype', 'Rect', 'F', 'Border', 'BS', 'C', 'A', 'Dest', 'Contents', 'H'],
    forbidden: { AA: '6.4.1' },
  });
  const flags = parts.get(annotation.get('F'));
  // to be printed, and neither hidden nor invisible nor shown on paper alone
  if (typeof flags !== 'number' || (flags & 0b1_0010_0111) !== 4) parts.note('6.3.2', 'the flags of an annotation');
  if (annotation.has('A')) checkAction(parts, annotation.get('A'));
}

const boxes = ['MediaBox', 'CropBox', 'BleedBox', 'TrimBox', 'ArtBox'];
function checkPage(parts: Parts, page: Dict): void {
  requireShape(parts, page, {
    what: 'a page',
    known: ['Type', 'Parent', 'Contents', 'Resources', 'Annots', 'Group', 'Rotate', ...boxes],
    forbidden: { AA: '6.5.2', PresSteps: '6.10' },
  });
  for (const name of boxes.filter((box) => page.has(box))) {
    const [left = Number.NaN, bottom = Number.NaN, right = Number.NaN, top = Number.NaN] = parts.list(page.get(name)).map(Number);
    const fits = [right - left, top - bottom].every((side) => Math.abs(side) >= 3 && Math.abs(side) <= 14_400);
    if (!fits) parts.note('6.1.13', `the size of the ${name}`);
  }
  checkGroup(parts, page.get('Group'));
  for (const one of parts.list(page.get('Annots'))) checkAnnotation(parts, one);
  checkPageContents(parts, page);
}

function checkPages(parts: Parts, value: Value | undefined): void {
  const node = parts.dict(value);
  if (!parts.isNew(value)) return parts.note('6.1', 'a page that is there twice');
  const kind = nameOf(parts.get(node.get('Type')));
  if (kind === 'Page') return checkPage(parts, node);
  requireName(parts, node.get('Type'), { clause: '6.1', what: 'a page', among: ['Pages'] });
  requireShape(parts, node, { what: 'pages', known: ['Type', 'Parent', 'Kids', 'Count'] });
  for (const kid of parts.list(node.get('Kids'))) checkPages(parts, kid);
}

const relations = ['Source', 'Data', 'Alternative', 'Supplement', 'Unspecified'];
function checkEmbedded(parts: Parts, value: Value | undefined): void {
  const { note } = parts;
  const file = parts.dict(value);
  const known = ['Type', 'F', 'UF', 'EF', 'AFRelationship', 'Desc'];
  requireShape(parts, file, { what: 'a description of a file', known });
  const names = [file.get('F'), file.get('UF')].map((name) => textOf(parts.get(name)) ?? '');
  if (names.includes('')) note('6.8', 'a file without a name');
  requireName(parts, file.get('AFRelationship'), { clause: '6.8', what: 'the relation of a file', among: relations });
  const places = parts.dict(file.get('EF'));
  requireShape(parts, places, { what: 'the places of a file', known: ['F', 'UF'] });
  for (const place of places.values()) {
    const stream = parts.stream(place);
    if (stream === null) {
      note('6.8', 'a file that is not there');
      continue;
    }
    const { head } = stream;
    requireShape(parts, head, { what: 'a file', known: ['Length', 'Filter', 'Type', 'Subtype', 'Params'] });
    if (!/^[-\w+.]+\/[-\w+.]+$/.test(nameOf(parts.get(head.get('Subtype'))) ?? '')) note('6.8', 'a file without its kind (MIME)');
    const params = parts.dict(head.get('Params'));
    if (textOf(parts.get(params.get('ModDate'))) === undefined) note('6.8', 'a file without the day of its last change');
    if (parts.get(params.get('Size')) !== stream.data().length) note('6.8', 'the size of a file');
  }
  if (!places.has('F')) note('6.8', 'a file that is not there');
}

/** Files are attached to the document as a whole, and each is in both lists. */
function checkAttachments(parts: Parts, catalog: Dict): void {
  const names = parts.dict(catalog.get('Names'));
  requireShape(parts, names, {
    what: 'the list of names',
    known: ['EmbeddedFiles'],
    forbidden: { JavaScript: '6.5.1', AlternatePresentations: '6.10' },
  });
  const tree = parts.dict(names.get('EmbeddedFiles'));
  requireShape(parts, tree, { what: 'the list of files', known: ['Names'] });
  const attached = new Set(parts.list(catalog.get('AF')).map((one) => parts.dict(one)));
  const listed = parts.list(tree.get('Names')).filter((_one, at) => at % 2 === 1);
  for (const one of listed)
    if (!attached.has(parts.dict(one))) parts.note('6.8', 'a file that nothing is said to have to do with');
  if (listed.length < attached.size) parts.note('6.8', 'a file that is in no list');
  for (const one of listed) checkEmbedded(parts, one);
}

function checkCatalog(parts: Parts, trailer: Dict): void {
  const catalog = parts.dict(trailer.get('Root'));
  requireShape(parts, catalog, {
    what: 'the catalog',
    known: ['Type', 'Pages', 'ViewerPreferences', 'Metadata', 'Names', 'AF', 'Lang', 'OutputIntents'],
    forbidden: {
      ...{ AA: '6.5.2', OpenAction: '6.5.1', NeedsRendering: '6.4.2', AcroForm: '6.4.1', Requirements: '6.11' },
      ...{ OCProperties: '6.9', Perms: '6.1.12' },
    },
  });
  parts.get(catalog.get('ViewerPreferences'));
  checkOutputIntents(parts, catalog.get('OutputIntents'));
  checkPages(parts, catalog.get('Pages'));
  checkAttachments(parts, catalog);
  const level = checkData(parts, catalog.get('Metadata'), trailer.get('Info'));
  for (const [font, glyphs] of parts.shown) checkFont(parts, font, { glyphs, level });
}

function checkTrailer(parts: Parts, trailer: Dict): void {
  requireShape(parts, trailer, {
    what: 'the trailer',
    known: ['Size', 'Root', 'Info', 'ID'],
    forbidden: { Encrypt: '6.1.3' },
  });
  const ids = parts.list(trailer.get('ID')).map((one) => textOf(one) ?? '');
  if (ids.length !== 2 || ids.includes('')) parts.note('6.1.3', 'the identifiers of the file');
}

/** What is wrong, at most fifty findings; nothing for a file whose claim holds as far as it can be checked. Never throws. */
export function checkPdfA(pdf: Uint8Array): readonly PdfAFinding[] {
  const found: PdfAFinding[] = [];
  const note = (clause: string, text: string) => {
    if (found.length < most) found.push({ clause, text });
  };
  try {
    const file = readPdfFile(pdf, note);
    const parts = partsOf(file, note);
    checkTrailer(parts, file.trailer);
    checkCatalog(parts, file.trailer);
    for (const number of file.objects.keys()) if (!parts.seen.has(number)) note('unknown', `object ${number} is used by nothing`);
  } catch (error) {
    note('unknown', error instanceof Error ? error.message : 'the file cannot be read');
  }
  return found;
}

export type Checked = { pdf: Uint8Array; findings: readonly PdfAFinding[] };
/** The file that claims PDF/A-3 when the claim holds; else the one that claims nothing, with what was found. */
export function honest(made: { archive: Uint8Array; plain: () => Uint8Array }): Checked {
  const findings = checkPdfA(made.archive);
  return { pdf: findings.length === 0 ? made.archive : made.plain(), findings };
}
