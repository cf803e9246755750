/** The dialog that is open over the editor. */
export type EditDialog = 'revisions' | 'name' | null;
