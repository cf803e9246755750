/** The process that turns documents into files: it holds the compiler and the fonts, and takes one document after the other. */
import { readFileSync } from 'node:fs';
import { setPriority } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler';
import { toString as qrSvg } from 'qrcode';
import sharp from 'sharp';
import { hasXml, type InvoiceDocument } from '../documents.rules.ts';
import { toCii } from './cii.service.ts';
import { markFacturX } from './factur-x.service.ts';
import { coverage, drawable, plainer } from './letters.service.ts';
import { paperOf } from './paper.service.ts';
import { sayerOf } from './paper-words.service.ts';
import { type Checked, honest } from './pdfa.service.ts';

const here = path.dirname(fileURLToPath(import.meta.url));
/** Each family in regular and bold, in the order in which they are asked for a letter. */
const families = [
  'Noto Sans',
  'Noto Sans Arabic',
  'Noto Nastaliq Urdu',
  'Noto Sans Devanagari',
  'Noto Sans JP',
  'Noto Sans SC',
] as const;
const fontFiles = () =>
  [
    import.meta.resolve('@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf'),
    import.meta.resolve('@expo-google-fonts/noto-sans/700Bold/NotoSans_700Bold.ttf'),
    import.meta.resolve('@expo-google-fonts/noto-sans-arabic/400Regular/NotoSansArabic_400Regular.ttf'),
    import.meta.resolve('@expo-google-fonts/noto-sans-arabic/700Bold/NotoSansArabic_700Bold.ttf'),
    import.meta.resolve('@expo-google-fonts/noto-nastaliq-urdu/400Regular/NotoNastaliqUrdu_400Regular.ttf'),
    import.meta.resolve('@expo-google-fonts/noto-nastaliq-urdu/700Bold/NotoNastaliqUrdu_700Bold.ttf'),
    import.meta.resolve('@expo-google-fonts/noto-sans-devanagari/400Regular/NotoSansDevanagari_400Regular.ttf'),
    import.meta.resolve('@expo-google-fonts/noto-sans-devanagari/700Bold/NotoSansDevanagari_700Bold.ttf'),
    import.meta.resolve('@expo-google-fonts/noto-sans-jp/400Regular/NotoSansJP_400Regular.ttf'),
    import.meta.resolve('@expo-google-fonts/noto-sans-jp/700Bold/NotoSansJP_700Bold.ttf'),
    import.meta.resolve('@expo-google-fonts/noto-sans-sc/400Regular/NotoSansSC_400Regular.ttf'),
    import.meta.resolve('@expo-google-fonts/noto-sans-sc/700Bold/NotoSansSC_700Bold.ttf'),
  ].map((url) => readFileSync(fileURLToPath(url)));
/** Whose letters come first where two fonts have one: the page's own, after the Latin ones. */
const ownFamily: Readonly<Record<string, string>> = { ur: 'Noto Nastaliq Urdu', zh: 'Noto Sans SC' };

function familiesFor(locale: string): string[] {
  const [latin, ...rest] = families;
  const own = ownFamily[locale];
  return own === undefined ? [...families] : [latin, own, ...rest.filter((name) => name !== own)];
}

const compilerOf = (fontBlobs: Buffer[]) => NodeCompiler.create({ workspace: here, fontArgs: [{ fontBlobs }] });
type Compiler = ReturnType<typeof compilerOf>;
type Tools = { compiler: Compiler; has: (point: number) => boolean };

function toolsOf(): Tools {
  const fonts = fontFiles();
  const compiler = compilerOf(fonts);
  return { compiler, has: coverage(fonts) };
}

/** In millimetres on the paper. */
const logoBox = { width: 70, height: 16 } as const;
type Logo = { bytes: Buffer; width: number };

/** Redraws every picture as PNG, which the compiler knows. One that cannot be read is left out. */
async function logoOf(logo: Uint8Array | null): Promise<Logo | null> {
  if (logo === null) return null;
  try {
    const { data, info } = await sharp(logo, { limitInputPixels: 24_000_000 })
      .resize({ width: logoBox.width * 12, height: logoBox.height * 12, fit: 'inside', withoutEnlargement: true })
      .png({ compressionLevel: 9 })
      .toBuffer({ resolveWithObject: true });
    return { bytes: data, width: Math.min(logoBox.width, (logoBox.height * info.width) / info.height) };
  } catch {
    return null;
  }
}

/** `plain`: the compiler refused or died of the document as it is. */
export type Order = { doc: InvoiceDocument; care: 'usual' | 'plain' };

const logoPath = '/logo.png';
/** How many documents a remembered piece of layout survives without being used. */
const remembered = 10;

async function print({ doc, care }: Order, { compiler, has }: Tools): Promise<Checked> {
  // what a PDF carries is of the profile that its data name, whatever the file beside it is
  const xml = hasXml(doc) ? toCii({ ...doc, specification: 'en16931' }) : '';
  const logo = await logoOf(doc.look.logo);
  const paper = paperOf(doc, await sayerOf(doc.locale));
  const said = (text: string) => (care === 'usual' ? drawable(text, has) : plainer(drawable(text, has)));
  const written = JSON.stringify(paper, (_key, value: unknown) => (typeof value === 'string' ? said(value) : value));
  const qr = doc.payment?.qr ?? null;
  const inputs = {
    paper: written,
    families: JSON.stringify(familiesFor(doc.locale)),
    xml,
    logo: logo === null ? '' : logoPath,
    width: String(logo?.width ?? 0),
    qr: qr === null ? '' : await qrSvg(qr, { type: 'svg', errorCorrectionLevel: 'M', margin: 0 }),
  };
  if (logo !== null) compiler.mapShadow(path.join(here, logoPath), logo.bytes);
  try {
    const compiled = compiler.compile({ mainFilePath: path.join(here, 'invoice.typ'), inputs });
    const { result } = compiled;
    if (result === null)
      throw new Error(`the page cannot be set: ${JSON.stringify(compiled.takeDiagnostics()?.shortDiagnostics)}`);
    const pdf = compiler.pdf(result, { pdfStandard: 'a-3b' });
    return honest({
      archive: xml === '' ? pdf : markFacturX(pdf),
      plain: () => compiler.pdf(result, { pdfStandard: '1.7' }),
    });
  } finally {
    compiler.resetShadow();
    compiler.evictCache(remembered);
  }
}

/** A refusal of the compiler is no Error and has its words in `code`. */
const wordsOf = (error: unknown): string => {
  if (error instanceof Error)
    return 'code' in error && typeof error.code === 'string' ? `${error.message} ${error.code}` : error.message;
  return String(error);
};

export type Delivery = Checked | { failed: string };
/** Behind everything that somebody waits for at a screen. */
const niceness = 10;

/** Serves the process that started this one: a document comes, a file or a refusal goes back. Ends with it. */
function serve(send: (delivery: Delivery) => unknown): void {
  setPriority(niceness);
  const tools = toolsOf();
  process.on('disconnect', () => process.exit(0));
  process.on('message', async (order: Order) => {
    const made = print(order, tools).catch((error: unknown) => {
      if (order.care === 'plain') throw error;
      return print({ ...order, care: 'plain' }, tools);
    });
    const delivery = await made.then(
      (checked): Delivery => checked,
      (error: unknown): Delivery => ({ failed: wordsOf(error) }),
    );
    send(delivery);
  });
}

if (process.send !== undefined) serve(process.send.bind(process));
