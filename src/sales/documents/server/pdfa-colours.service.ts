/** Colours, pictures and drawing states of a PDF/A-3 file (ISO 19005-3, 6.2.3 to 6.2.10, without contents and fonts). */
import { isList, nameOf, type Value } from './pdf-tokens.service.ts';
import { type Parts, requireName, requireShape } from './pdfa-parts.service.ts';

const components: Readonly<Record<string, number>> = { 'RGB ': 3, CMYK: 4, GRAY: 1, 'Lab ': 3 };
const intents = ['RelativeColorimetric', 'AbsoluteColorimetric', 'Perceptual', 'Saturation'];
const outputClasses = ['prtr', 'mntr'];

/** Of an ICC profile, by its header of 128 bytes; version 5 (iccMAX) is not allowed. Returns the space of its colours. */
function checkProfile(parts: Parts, value: Value | undefined, of: { clause: string; classes: readonly string[] }): string | null {
  const { note } = parts;
  const found = parts.stream(value);
  if (found === null) {
    note(of.clause, 'a colour profile is missing');
    return null;
  }
  const { head } = found;
  requireShape(parts, head, { what: 'a colour profile', known: ['Length', 'Filter', 'N', 'Range', 'Alternate', 'Metadata'] });
  const profile = found.data();
  const word = (at: number) => profile.toString('latin1', at, at + 4);
  if (profile.length < 128 || word(36) !== 'acsp' || profile.readUInt32BE(0) !== profile.length) {
    note(of.clause, 'a colour profile that is none');
    return null;
  }
  const space = word(16);
  if ((profile[8] ?? 5) > 4) note(of.clause, `a colour profile of version ${profile[8]}`);
  if (!of.classes.includes(word(12))) note(of.clause, `a colour profile of the class ${word(12)}`);
  const wanted = components[space];
  if (wanted === undefined) note(of.clause, `a colour profile for ${space}`);
  if (parts.get(head.get('N')) !== wanted) note(of.clause, 'a colour profile with another number of colours than it says');
  const range = head.get('Range');
  if (range !== undefined && parts.list(range).length !== 2 * (wanted ?? 0)) note(of.clause, 'the range of a colour profile');
  return space;
}

/** One intent, for sRGB: it defines device colours of red, green and blue, and greys. */
export function checkOutputIntents(parts: Parts, value: Value | undefined): void {
  const intentsHere = parts.list(value).map((one) => parts.dict(one));
  const [intent] = intentsHere;
  if (intent === undefined || intentsHere.length > 1) {
    parts.note(intent === undefined ? '6.2.4.3' : 'unknown', `${intentsHere.length} output intents`);
    return;
  }
  const known = ['Type', 'S', 'OutputCondition', 'OutputConditionIdentifier', 'RegistryName', 'Info', 'DestOutputProfile'];
  requireShape(parts, intent, { what: 'an output intent', known, forbidden: { DestOutputProfileRef: '6.2.3' } });
  requireName(parts, intent.get('S'), { clause: '6.2.3', what: 'the kind of the output intent', among: ['GTS_PDFA1'] });
  const space = checkProfile(parts, intent.get('DestOutputProfile'), { clause: '6.2.3', classes: outputClasses });
  if (space !== null && space !== 'RGB ') parts.note('6.2.4.3', `an output intent for ${space}`);
}

export function checkColourSpace(parts: Parts, value: Value | undefined): void {
  const space = parts.get(value);
  const name = nameOf(isList(space) ? parts.get(space[0]) : space);
  if (name === 'DeviceRGB' || name === 'DeviceGray') return;
  if (name === 'DeviceCMYK') parts.note('6.2.4.3', 'colours of a printing machine without a profile');
  else if (name === 'ICCBased' && isList(space)) {
    if (parts.isNew(space[1])) checkProfile(parts, space[1], { clause: '6.2.4.2', classes: [...outputClasses, 'scnr', 'spac'] });
  } else parts.note('unknown', `the colour space ${name ?? '?'}`);
}

export function checkRenderingIntent(parts: Parts, value: Value | undefined): void {
  if (value !== undefined) requireName(parts, value, { clause: '6.2.6', what: 'a rendering intent', among: intents });
}

const pictureKeys = ['Length', 'Filter', 'Type', 'Subtype', 'Width', 'Height', 'ColorSpace', 'BitsPerComponent', 'Interpolate'];
export function checkPicture(parts: Parts, value: Value): void {
  const head = parts.dict(value);
  const { note } = parts;
  requireShape(parts, head, {
    what: 'a picture',
    known: [...pictureKeys, 'SMask', 'Intent', 'ImageMask', 'Decode'],
    forbidden: { Alternates: '6.2.8', OPI: '6.2.8' },
  });
  if (![undefined, false].some((wanted) => head.get('Interpolate') === wanted)) note('6.2.8', 'a picture that is smoothed');
  const isMask = head.get('ImageMask') === true;
  const bits = head.get('BitsPerComponent') ?? 1;
  if (!(isMask ? [1] : [1, 2, 4, 8, 16]).some((allowed) => bits === allowed)) note('6.2.8', 'the bits of a picture');
  checkRenderingIntent(parts, head.get('Intent'));
  if (!isMask) checkColourSpace(parts, head.get('ColorSpace'));
  const mask = head.get('SMask');
  if (mask !== undefined && parts.isNew(mask)) checkPicture(parts, mask);
}

const blends = [
  ...['Normal', 'Compatible', 'Multiply', 'Screen', 'Overlay', 'Darken', 'Lighten', 'ColorDodge', 'ColorBurn', 'HardLight'],
  ...['SoftLight', 'Difference', 'Exclusion', 'Hue', 'Saturation', 'Color', 'Luminosity'],
];
export function checkDrawingState(parts: Parts, value: Value): void {
  const state = parts.dict(value);
  requireShape(parts, state, {
    what: 'a drawing state',
    known: ['Type', 'CA', 'ca', 'BM', 'SMask', 'AIS', 'SA', 'LW', 'LC', 'LJ', 'ML', 'RI'],
    forbidden: { TR: '6.2.5', TR2: '6.2.5', HTP: '6.2.5', HT: '6.2.5', OPM: '6.2.4.2' },
  });
  checkRenderingIntent(parts, state.get('RI'));
  const blend = state.get('BM');
  if (blend !== undefined) requireName(parts, blend, { clause: '6.2.10', what: 'a blend mode', among: blends });
  const mask = state.get('SMask');
  if (mask !== undefined)
    requireName(parts, mask, { clause: 'unknown', what: 'a soft mask of a drawing state', among: ['None'] });
}

/** Of a page or a form: what is drawn over each other first. */
export function checkGroup(parts: Parts, value: Value | undefined): void {
  if (value === undefined) return;
  const group = parts.dict(value);
  requireShape(parts, group, { what: 'a group', known: ['Type', 'S', 'CS', 'I', 'K'] });
  requireName(parts, group.get('S'), { clause: 'unknown', what: 'a group', among: ['Transparency'] });
  if (group.has('CS')) checkColourSpace(parts, group.get('CS'));
}
