import { SLIDES } from '#topics/slides/slides.topic.ts';
import type { SlideUploads, UploadTrouble } from '#ui/uploads.ts';

/** The engine looks at the bytes; this only spares people an upload that ends with a refusal. */
const endings = [
  'pdf',
  'png',
  'jpg',
  'jpeg',
  'webp',
  'gif',
  'svg',
  'ppt',
  'pptx',
  'odp',
  'doc',
  'docx',
  'odt',
  'xls',
  'xlsx',
  'ods',
];

export function troubleOf({ name, size }: Pick<File, 'name' | 'size'>): UploadTrouble | null {
  const ending = /\.(\w+)$/.exec(name.toLowerCase())?.[1] ?? '';
  if (!endings.includes(ending)) return 'unsupported';
  return size > SLIDES.bytes ? 'too-large' : null;
}

/** The first of several files is shown, the others can be chosen. */
export function addFiles(uploads: Pick<SlideUploads, 'add'>, files: Iterable<File>): void {
  let then: 'show' | 'keep' = 'show';
  for (const file of files) {
    const trouble = troubleOf(file);
    uploads.add(file, { trouble, then });
    if (trouble === null) then = 'keep';
  }
}

/** Opens the browser's own choice of files. */
export function chooseFiles(uploads: SlideUploads): void {
  const input = document.createElement('input');
  input.type = 'file';
  input.multiple = true;
  input.accept = endings.map((ending) => `.${ending}`).join();
  input.onchange = () => addFiles(uploads, input.files ?? []);
  input.click();
}
