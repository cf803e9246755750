/** What the library takes, who sees it, and how files are named. */

export const fileKinds = ['presentation', 'document', 'picture', 'video'] as const;
export type FileKind = (typeof fileKinds)[number];
/** `private`: its owner, and those who lead the account; `group`: the people of one group, too; `account`: everybody. */
export const shareScopes = ['private', 'group', 'account'] as const;
export type ShareScope = (typeof shareScopes)[number];
export const versionStates = ['scanning', 'processing', 'ready', 'refused'] as const;
export type VersionState = (typeof versionStates)[number];
/** Where a file belongs: to the library, or to the conversation in which it is sent. */
export const filePlaces = ['library', 'conversation'] as const;
export type FilePlace = (typeof filePlaces)[number];
export const conversationKinds = ['ticket', 'chat', 'mail', 'card'] as const;
export type FileConversation = { kind: (typeof conversationKinds)[number]; id: string };
/** What a message keeps of a file. */
export type AttachedFile = { id: string; name: string };
/** `checking`: still scanned or read; `refused`: by the scanner; `gone`: deleted, or kept from this reader. */
export const attachedFileStates = ['ready', 'checking', 'refused', 'gone'] as const;
export const uploadStates = ['opening', 'receiving', 'done'] as const;

/** Why a file was refused. */
export const refusals = [
  'unknown_kind',
  'unreadable',
  'too_many_pages',
  'too_many_pixels',
  'too_large_unpacked',
  'password',
  'active_content',
  'infected',
  'too_large_to_scan',
] as const;
export type FileRefusal = (typeof refusals)[number];
/** What a file that is ready lacks: office files are turned into pages by LibreOffice, where it is installed and has no network. */
export const shortcomings = ['no_office', 'office_failed', 'office_network'] as const;
export type FileShortcoming = (typeof shortcomings)[number];
export type FileTrouble = FileRefusal | FileShortcoming;

const day = 86_400_000;
export const libraryLimits = {
  name: 200,
  /** Folders inside each other. */
  depth: 8,
  /** Uploads of one person that are not finished. */
  openUploads: 50,
  /** Milliseconds without a byte after which an upload is given up, and its storage is free again. */
  uploadIdle: 2 * day,
  /** Milliseconds for which a finished upload can be asked how far it is. */
  uploadKept: day,
  binDays: 30,
  /** Milliseconds after which a file that was uploaded for a message and not sent is deleted; drafts live long in browsers. */
  unsentKept: 30 * day,
  /** Milliseconds for which the address of a file works: it opens without a session. */
  address: 2 * 3_600_000,
  /** Pages of which there are previews. */
  previews: 60,
  tries: 5,
} as const;
/** Sides of derived pictures. Pixels. */
export const pictureSides = { thumbnail: 320, preview: 1_600, full: 4_096 } as const;

export type LibraryAsker = {
  userId: string;
  accountId: string;
  role: string;
  scope: readonly string[];
  groups: readonly string[];
};
export type SharedThing = { accountId: string; ownerId: string; share: ShareScope; groupId: string | null };
const leads = (role: string): boolean => role === 'owner' || role === 'admin';

export function maySee(asker: LibraryAsker, thing: SharedThing): boolean {
  if (!asker.scope.includes('library.view') || asker.accountId !== thing.accountId) return false;
  if (thing.ownerId === asker.userId || leads(asker.role) || thing.share === 'account') return true;
  return thing.share === 'group' && thing.groupId !== null && asker.groups.includes(thing.groupId);
}
/** Who may change what they see: what others keep to themselves is not seen. */
export const mayEdit = (asker: LibraryAsker, thing: SharedThing): boolean =>
  asker.scope.includes('library.edit') && maySee(asker, thing);
/** Whom it is shared with is decided by its owner, and by those who lead the account. */
export const mayShare = (asker: LibraryAsker, thing: SharedThing): boolean =>
  mayEdit(asker, thing) && (thing.ownerId === asker.userId || leads(asker.role));
/** Everything of the account, also what others keep private. */
export const seesAll = (asker: Pick<LibraryAsker, 'role'>): boolean => leads(asker.role);

// control characters, and those that turn the direction of what follows: they hide the real ending of a name
const hidden = /[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;
/** The name without folders, without what cannot be seen, in one spelling; never empty. */
export function cleanName(name: string): string {
  const last = name.replaceAll('\\', '/').split('/').at(-1) ?? '';
  const visible = last.normalize('NFC').replace(hidden, '').replace(/\s+/g, ' ');
  const trimmed = visible.replace(/^[\s.]+|(?<![\s.])[\s.]+$/g, '');
  if (trimmed.length <= libraryLimits.name) return trimmed === '' ? 'file' : trimmed;
  const ending = endingOf(trimmed);
  const room = libraryLimits.name - (ending === '' ? 0 : ending.length + 1);
  return ending === '' ? trimmed.slice(0, room) : `${trimmed.slice(0, room)}.${ending}`;
}
/** What follows the last dot, in small letters; empty for none. */
export const endingOf = (name: string): string => /[^.]\.([A-Za-z0-9]{1,8})$/.exec(name)?.[1]?.toLowerCase() ?? '';
const sameEnding: Readonly<Record<string, string>> = { jpeg: 'jpg', jpe: 'jpg', tiff: 'tif', m4v: 'mp4', qt: 'mov' };
const usual = (ending: string): string => sameEnding[ending] ?? ending;
/** The name with the ending that its content has. */
export function withEnding(name: string, ending: string): string {
  const had = endingOf(name);
  if (usual(had) === usual(ending)) return name;
  const stem = had === '' ? name : name.slice(0, -had.length - 1);
  return `${stem.slice(0, libraryLimits.name - ending.length - 1)}.${ending}`;
}

type SniffedKind = { kind: FileKind; mime: string; ending: string };
const openXml = 'application/vnd.openxmlformats-officedocument';
const openDocument = 'application/vnd.oasis.opendocument';
const sniffed: Readonly<Record<string, SniffedKind>> = {
  jpg: { kind: 'picture', mime: 'image/jpeg', ending: 'jpg' },
  png: { kind: 'picture', mime: 'image/png', ending: 'png' },
  apng: { kind: 'picture', mime: 'image/png', ending: 'png' },
  webp: { kind: 'picture', mime: 'image/webp', ending: 'webp' },
  gif: { kind: 'picture', mime: 'image/gif', ending: 'gif' },
  svg: { kind: 'picture', mime: 'image/svg+xml', ending: 'svg' },
  pdf: { kind: 'document', mime: 'application/pdf', ending: 'pdf' },
  pptx: { kind: 'presentation', ending: 'pptx', mime: `${openXml}.presentationml.presentation` },
  odp: { kind: 'presentation', ending: 'odp', mime: `${openDocument}.presentation` },
  docx: { kind: 'document', ending: 'docx', mime: `${openXml}.wordprocessingml.document` },
  odt: { kind: 'document', ending: 'odt', mime: `${openDocument}.text` },
  xlsx: { kind: 'document', ending: 'xlsx', mime: `${openXml}.spreadsheetml.sheet` },
  ods: { kind: 'document', ending: 'ods', mime: `${openDocument}.spreadsheet` },
  ppt: { kind: 'presentation', ending: 'ppt', mime: 'application/vnd.ms-powerpoint' },
  doc: { kind: 'document', ending: 'doc', mime: 'application/msword' },
  xls: { kind: 'document', ending: 'xls', mime: 'application/vnd.ms-excel' },
  mp4: { kind: 'video', mime: 'video/mp4', ending: 'mp4' },
  m4v: { kind: 'video', mime: 'video/mp4', ending: 'mp4' },
  mov: { kind: 'video', mime: 'video/quicktime', ending: 'mov' },
  webm: { kind: 'video', mime: 'video/webm', ending: 'webm' },
};
/** What a file is by its content; `ending` is the content's. Null: nothing that the library takes. */
export const kindOf = (ending: string): SniffedKind | null => sniffed[ending] ?? null;
/** Of a file that nothing here reads: a browser saves it, and opens nothing. */
export const unreadKindOf = (sentName: string): SniffedKind => ({
  ...{ kind: 'document', mime: 'application/octet-stream' },
  ending: endingOf(sentName) || 'bin',
});
export type { SniffedKind };
/** Why a file is refused before its bytes are sent; null: it may be sent. A name without an ending promises nothing: its content decides. */
export function refusalBeforeSending({ name, size }: { name: string; size: number }): 'empty' | 'unknown_kind' | null {
  if (size === 0) return 'empty';
  const ending = endingOf(cleanName(name));
  return ending === '' || kindOf(usual(ending)) !== null ? null : 'unknown_kind';
}
/** The endings of what is taken, as a field for files wants them. */
export const takenEndings: string = [...Object.keys(sniffed), ...Object.keys(sameEnding)].map((ending) => `.${ending}`).join(',');

/** What browsers show by themselves without running anything of it; the rest is saved. */
export const isShownInline = (mime: string): boolean =>
  /^(image\/(jpeg|png|webp|gif)|video\/(mp4|webm|quicktime)|application\/pdf)$/.test(mime);

const bytesPerGb = 1_000_000_000;
const bytesPerMb = 1_000_000;
export const gigabytes = (bytes: number): number => Math.round(bytes / (bytesPerGb / 100)) / 100;
/** Which limit of the plan a new file would pass, or null. */
export function passedLimit(
  may: { libraryGb: number | null; fileMb: number | null },
  { used, bytes }: { used: number; bytes: number },
): 'libraryGb' | 'fileMb' | null {
  if (may.fileMb !== null && bytes > may.fileMb * bytesPerMb) return 'fileMb';
  return may.libraryGb !== null && used + bytes > may.libraryGb * bytesPerGb ? 'libraryGb' : null;
}
