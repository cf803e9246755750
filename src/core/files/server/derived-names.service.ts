/** What is made of a file, by name in the folder of its version. */
export const THUMBNAIL = 'thumbnail.webp';
export const previewName = (page: number | '#'): string => `page-${page}.webp`;
