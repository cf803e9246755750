/**
 * Says in the data about a PDF/A-3 file (XMP) that it carries an invoice, as Factur-X 1.0 asks: four values and the schema that explains them.
 * The page and the attachment are the compiler's; this changes the one plain stream that it writes near the end, and the places behind it.
 */

const namespace = 'urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#';

const properties = {
  DocumentFileName: 'name of the embedded XML invoice file',
  DocumentType: 'INVOICE',
  Version: 'the version of the XML schema of the embedded invoice',
  ConformanceLevel: 'the profile of the embedded invoice',
} as const;

const explained = Object.entries(properties)
  .map(
    ([name, description]) =>
      `<rdf:li rdf:parseType="Resource"><pdfaProperty:name>${name}</pdfaProperty:name><pdfaProperty:valueType>Text</pdfaProperty:valueType><pdfaProperty:category>external</pdfaProperty:category><pdfaProperty:description>${description}</pdfaProperty:description></rdf:li>`,
  )
  .join('');
const schema = `<rdf:li rdf:parseType="Resource"><pdfaSchema:schema>Factur-X PDFA Extension Schema</pdfaSchema:schema><pdfaSchema:namespaceURI>${namespace}</pdfaSchema:namespaceURI><pdfaSchema:prefix>fx</pdfaSchema:prefix><pdfaSchema:property><rdf:Seq>${explained}</rdf:Seq></pdfaSchema:property></rdf:li>`;
const values = `<rdf:Description rdf:about="" xmlns:fx="${namespace}"><fx:DocumentType>INVOICE</fx:DocumentType><fx:DocumentFileName>factur-x.xml</fx:DocumentFileName><fx:Version>1.0</fx:Version><fx:ConformanceLevel>EN 16931</fx:ConformanceLevel></rdf:Description>`;

function places(file: string): { length: string; start: number; end: number; table: number } {
  const head = /\/Length (\d+)\s+\/Type \/Metadata\s+\/Subtype \/XML\s*>>\s*stream\r?\n/.exec(file);
  const last = /startxref\s+(\d+)\s+%%EOF\s*$/.exec(file);
  if (head === null || last === null) throw new Error('the PDF has no plain metadata or no table of places');
  const start = head.index + head[0].length;
  return { length: head[1] ?? '', start, end: start + Number(head[1]), table: Number(last[1]) };
}

/** The file with the data in it. Throws when the compiler wrote it in another form than the one we know. */
export function markFacturX(pdf: Uint8Array): Uint8Array {
  const file = Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength).toString('latin1');
  const { length, start, end, table } = places(file);
  const said = file.slice(start, end);
  const more = said
    .replace('</rdf:Bag></pdfaExtension:schemas>', `${schema}</rdf:Bag></pdfaExtension:schemas>`)
    .replace('</rdf:RDF>', `${values}</rdf:RDF>`);
  const wanted = said.length + schema.length + values.length;
  if (more.length !== wanted) throw new Error('the metadata of the PDF has no list of schemas');
  const head = file.slice(0, start);
  const at = head.lastIndexOf(`/Length ${length}`);
  const newHead = `${head.slice(0, at)}/Length ${wanted}${head.slice(at + `/Length ${length}`.length)}`;
  const grown = newHead.length - head.length + wanted - said.length;
  const moved = (offset: number) => (offset > start ? offset + grown : offset);
  const listed = file
    .slice(table)
    .replaceAll(
      /^(\d{10}) (\d{5} n)/gm,
      (_all, offset: string, rest: string) => `${String(moved(Number(offset))).padStart(10, '0')} ${rest}`,
    )
    .replace(/startxref\s+\d+/, `startxref\n${table + grown}`);
  return Buffer.from(`${newHead}${more}${file.slice(end, table)}${listed}`, 'latin1');
}
