/** The sample library: a folder, slides and a picture. They are read by the same job as any upload. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { SampleWorld } from '#kit/server/sample.ts';
import { addFile } from '#core/files/server/add-file.service.ts';
import { createFolder } from '#core/files/server/folders.service.ts';

const slides = [
  ['Functions, part 2', 'Mathematics 9b'],
  ['What we know', 'A line has a slope and starts somewhere on the y-axis.', 'y = m x + b'],
  ['Through two points', 'Two points fix a line.', 'Slope: how far up for each step to the right.'],
  ['Your turn', 'Worksheet 4, numbers 1 to 6', 'Ten minutes, in pairs'],
] as const;

/** One page of 960 × 540 points, in the fonts that every PDF reader brings. */
function pageOf([title, ...lines]: readonly string[]): string {
  const rest = lines.map((line, at) => `BT /F1 26 Tf 64 ${330 - at * 52} Td (${line}) Tj ET`);
  return ['0.2 0.3 0.9 rg 64 424 96 6 re f 0 g', `BT /F2 44 Tf 64 450 Td (${title ?? ''}) Tj ET`, ...rest].join('\n');
}
function slidesPdf(): Buffer {
  const first = 5;
  const pages = slides.flatMap((slide, at) => {
    const content = pageOf(slide);
    const facts = '/Parent 2 0 R /MediaBox [0 0 960 540] /Resources << /Font << /F1 3 0 R /F2 4 0 R >> >>';
    return [
      `<< /Type /Page ${facts} /Contents ${first + at * 2 + 1} 0 R >>`,
      `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    ];
  });
  const font = (name: string) => `<< /Type /Font /Subtype /Type1 /BaseFont /${name} >>`;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Count ${slides.length} /Kids [${slides.map((_one, at) => `${first + at * 2} 0 R`).join(' ')}] >>`,
    font('Helvetica'),
    font('Helvetica-Bold'),
    ...pages,
  ];
  let text = '%PDF-1.5\n';
  const offsets = objects.map((object, at) => {
    const start = String(text.length).padStart(10, '0');
    text += `${at + 1} 0 obj\n${object}\nendobj\n`;
    return `${start} 00000 n \n`;
  });
  const table = text.length;
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.join('')}`;
  return Buffer.from(`${text}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${table}\n%%EOF\n`, 'latin1');
}

export async function fillSample({ as, school }: SampleWorld): Promise<void> {
  const ctx = as(school.actor);
  const folder = await createFolder(ctx, { name: 'Mathematics', share: 'account' });
  const picture = await readFile(path.join(import.meta.dirname, 'classroom.jpg'));
  await addFile(ctx, { name: 'classroom.jpg', content: picture, folderId: folder.id });
  await addFile(ctx, { name: 'functions-part-2.pdf', content: slidesPdf(), folderId: null });
}
