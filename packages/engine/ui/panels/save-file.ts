/** Gives the browser something to keep as a file of that name. */
export function saveFile(name: string, content: Blob): void {
  const address = URL.createObjectURL(content);
  const link = Object.assign(document.createElement('a'), { href: address, download: name.replaceAll(/[\\/:*?"<>|]/g, '-') });
  link.click();
  // the browser reads it after the press
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

export const saveTextFile = (name: string, content: string): void =>
  saveFile(name, new Blob([content], { type: 'text/plain;charset=utf-8' }));
