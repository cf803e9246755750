/** What becomes of the files of a person who leaves an account. `tx` is the system's. */
import * as files from './files.queries.ts';

export const releaseConversationFiles = files.releaseConversationFiles;
/** Folders and files of one person go to another. */
export const giveLibrary = files.giveLibrary;
