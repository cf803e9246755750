/** Hands a text to the reader as a file. `type` is its media type. */
export function saveText({ file, text, type }: { file: string; text: string; type: string }): void {
  const url = URL.createObjectURL(new Blob([text], { type: `${type};charset=utf-8` }));
  const link = document.createElement('a');
  link.href = url;
  link.download = file;
  link.click();
  // the browser has taken the address once the click is handled
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}

/** Hands a table to the reader as a file. */
export const download = (file: string, text: string): void => saveText({ file, text, type: 'text/csv' });
