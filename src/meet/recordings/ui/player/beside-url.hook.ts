/** Where a file of the recording lies: beside the manifest, with the same leave. */
export function besideUrl(manifestUrl: string, file: string): string {
  const [path = '', query = ''] = manifestUrl.split('?');
  return `${path.slice(0, path.lastIndexOf('/') + 1)}${file}${query === '' ? '' : `?${query}`}`;
}
