/** What pages and forms of a PDF/A-3 file draw (ISO 19005-3, 6.1.13, 6.2.2 and 6.2.9), and which glyphs they show. */
import { type Dict, isList, isWord, nameOf, textOf, tokensOf, type Value } from './pdf-tokens.service.ts';
import { checkColourSpace, checkDrawingState, checkGroup, checkPicture, checkRenderingIntent } from './pdfa-colours.service.ts';
import { type Parts, requireShape } from './pdfa-parts.service.ts';

const operators = new Set(
  'b B b* B* BDC BMC BT c cm CS cs d Do DP EMC ET f F f* G g gs h i j J l m M MP n q Q re RG rg ri s S SC sc SCN scn T* Tc Td TD Tf Tj TL Tm TJ Tr Ts Tw Tz v w W W* y \' "'.split(
    ' ',
  ),
);
/** Of ISO 32000-1 too, and not drawn by our compiler. */
const unknownOperators = ['BI', 'ID', 'EI', 'sh', 'd0', 'd1'];
/** Nested at most. */
const depth = 28;

type Draw = { parts: Parts; resources: Dict; fonts: Dict[] };

/** What the name means in the contents' own resources: nothing is inherited. */
function resource({ parts, resources }: Draw, kind: string, value: Value | undefined): Value | undefined {
  const name = nameOf(value);
  const found = name === undefined ? undefined : parts.dict(resources.get(kind)).get(name);
  if (found === undefined) parts.note('6.2.2', `/${kind} has no ${name ?? 'name'}`);
  return found;
}

function show({ parts, fonts }: Draw, operands: readonly Value[]): void {
  const font = fonts.at(-1);
  if (font === undefined) {
    parts.note('6.2.2', 'text without a font');
    return;
  }
  const glyphs = parts.shown.get(font) ?? new Set();
  parts.shown.set(font, glyphs);
  const last = operands.at(-1);
  for (const one of isList(last) ? last : [last]) {
    const text = textOf(one) ?? '';
    if (text.length % 2 === 1) parts.note('6.2.11.4.1', 'half a glyph');
    for (let at = 0; at + 1 < text.length; at += 2) glyphs.add(text.charCodeAt(at) * 256 + text.charCodeAt(at + 1));
  }
}

function drawObject(draw: Draw, operand: Value | undefined): void {
  const { parts } = draw;
  const found = resource(draw, 'XObject', operand);
  if (found === undefined || !parts.isNew(found)) return;
  const kind = nameOf(parts.get(parts.dict(found).get('Subtype')));
  if (kind === 'Image') checkPicture(parts, found);
  else if (kind === 'Form') checkForm(parts, found);
  else parts.note('6.2.9', `a drawn thing of the kind ${kind ?? '?'}`);
}

function setColour(draw: Draw, operand: Value | undefined): void {
  const name = nameOf(operand) ?? '';
  if (name === 'Pattern') draw.parts.note('unknown', 'colours that are patterns');
  else if (name.startsWith('Device')) checkColourSpace(draw.parts, operand);
  else checkColourSpace(draw.parts, resource(draw, 'ColorSpace', operand));
}

function run(draw: Draw, operator: string, operands: readonly Value[]): void {
  const { parts, fonts } = draw;
  if (operator === 'q') fonts.push(fonts.at(-1) ?? new Map());
  else if (operator === 'Q') fonts.pop();
  else if (operator === 'Tf') fonts.splice(-1, 1, parts.dict(resource(draw, 'Font', operands[0])));
  else if (['Tj', 'TJ', "'", '"'].includes(operator)) show(draw, operands);
  else if (operator === 'Do') drawObject(draw, operands[0]);
  else if (operator === 'cs' || operator === 'CS') setColour(draw, operands[0]);
  else if (operator === 'gs') checkDrawingState(parts, resource(draw, 'ExtGState', operands[0]) ?? null);
  else if (operator === 'ri') checkRenderingIntent(parts, operands[0]);
  else if (operator === 'k' || operator === 'K') parts.note('6.2.4.3', 'colours of a printing machine without a profile');
  else if (operator === 'BDC' || operator === 'DP') checkMark(draw, operands[1]);
  else if (unknownOperators.includes(operator)) parts.note('unknown', `the operator ${operator}`);
  else if (!operators.has(operator)) parts.note('6.2.2', `the operator ${operator}`);
}

/** Marks carry their values with them; one by name would be a layer. */
function checkMark({ parts }: Draw, value: Value | undefined): void {
  if (nameOf(value) !== undefined) parts.note('unknown', 'a mark with a list of properties');
}

function checkContents(draw: Draw, source: string): void {
  const { parts, fonts } = draw;
  const tokens = tokensOf(source, 0, parts.note);
  let operands: Value[] = [];
  while (!tokens.ended()) {
    const token = tokens.next();
    if (!isWord(token)) {
      operands.push(token);
      continue;
    }
    run(draw, token.word, operands);
    operands = [];
    if (fonts.length > depth + 1) parts.note('6.1.13', `states nested ${fonts.length - 1} times`);
    if (fonts.length === 0) {
      parts.note('6.2.2', 'more states given back than kept');
      return;
    }
  }
  if (fonts.length !== 1) parts.note('6.2.2', 'states that are kept at the end');
}

/** Everything that is named in the resources of a page or a form. */
function checkResources(parts: Parts, resources: Dict): void {
  requireShape(parts, resources, {
    what: 'resources',
    known: ['XObject', 'Pattern', 'ExtGState', 'ColorSpace', 'Font', 'ProcSet', 'Shading', 'Properties'],
  });
  for (const kind of ['Pattern', 'Shading', 'Properties'])
    if (parts.dict(resources.get(kind)).size > 0) parts.note('unknown', `resources with a ${kind}`);
  for (const space of parts.dict(resources.get('ColorSpace')).values()) checkColourSpace(parts, space);
  for (const state of parts.dict(resources.get('ExtGState')).values()) checkDrawingState(parts, state);
  for (const font of parts.dict(resources.get('Font')).values()) {
    const dict = parts.dict(font);
    if (!parts.shown.has(dict)) parts.shown.set(dict, new Set());
  }
  const draw: Draw = { parts, resources, fonts: [] };
  for (const name of parts.dict(resources.get('XObject')).keys()) drawObject(draw, { name });
}

function checkForm(parts: Parts, value: Value): void {
  const form = parts.stream(value);
  if (form === null) return parts.note('6.2.9', 'a form that is no stream');
  const { head } = form;
  requireShape(parts, head, {
    what: 'a form',
    known: ['Length', 'Filter', 'Type', 'Subtype', 'BBox', 'Matrix', 'Resources', 'Group', 'FormType'],
    forbidden: { OPI: '6.2.9', Subtype2: '6.2.9', PS: '6.2.9', Ref: '6.2.9' },
  });
  checkGroup(parts, head.get('Group'));
  const resources = parts.dict(head.get('Resources'));
  checkResources(parts, resources);
  checkContents({ parts, resources, fonts: [new Map()] }, form.data().toString('latin1'));
}

/** `Contents` of a page: one stream or several that are read as one. */
export function checkPageContents(parts: Parts, page: Dict): void {
  const resources = parts.dict(page.get('Resources'));
  if (!page.has('Resources')) parts.note('6.2.2', 'a page without resources of its own');
  if (parts.isNew(page.get('Resources'))) checkResources(parts, resources);
  const contents = page.get('Contents');
  const streams = isList(parts.get(contents)) ? parts.list(contents) : [contents];
  const source = streams.map((one) => {
    const stream = parts.stream(one);
    if (stream === null) parts.note('6.2.2', 'a page without contents');
    else requireShape(parts, stream.head, { what: 'contents', known: ['Length', 'Filter'] });
    return stream?.data().toString('latin1') ?? '';
  });
  checkContents({ parts, resources, fonts: [new Map()] }, source.join('\n'));
}
