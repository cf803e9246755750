import type english from '#topics/slides/text/en-US.json';
import type { DeckTrouble } from '#topics/slides/slides.topic.ts';
import type { KeysIn } from '#ui/text.ts';
import type { UploadTrouble } from '#ui/uploads.ts';

export const troubleKey: Record<DeckTrouble | UploadTrouble, KeysIn<typeof english>> = {
  unreadable: 'trouble.unreadable',
  password: 'trouble.password',
  'too-many-pages': 'trouble.tooManyPages',
  'too-large': 'trouble.tooLarge',
  unsupported: 'trouble.unsupported',
  'no-office': 'trouble.noOffice',
  'office-failed': 'trouble.unreadable',
  'not-fetched': 'trouble.notFetched',
  'disk-full': 'trouble.diskFull',
  'too-many-decks': 'trouble.tooManyDecks',
  'not-allowed': 'trouble.notAllowed',
  gone: 'trouble.notSent',
  'bad-request': 'trouble.notSent',
  'not-sent': 'trouble.notSent',
};
