/** The picture by which a person is known. */
export const pictureFacts = {
  /** Bytes of what may be sent. */
  bytes: 3_000_000,
  /** Pixels of each side of what is kept. */
  side: 256,
} as const;

/** Below it lie all pictures of people, each under a name that is never used for another. */
export const picturesPath = '/faces/';
export const pictureOf = (hash: string): string => `${picturesPath}${hash}.webp`;
/** The name in such a path; null for anything else. */
export const hashInPicture = (file: string): string | null => /^([0-9a-f]{40})\.webp$/.exec(file)?.[1] ?? null;
