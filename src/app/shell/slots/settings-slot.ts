/** Tabs of the settings, found by any word that stands on them. */
import { hasScope, type SessionUser } from '#kit/ui/auth/session-user.ts';
import type { Reader } from '#kit/ui/text/reader.tsx';
import { sayOf } from '#kit/ui/text/text-of.ts';
import { isMessage, type MessageTree } from '#kit/ui/text/texts.ts';
import { sectionsOf, type SettingsTabId, settingsTabs } from '#operate/settings/settings.rules.ts';
import english from '#operate/settings/text/en-US.json' with { type: 'json' };
import { openLanguage } from '#app/shell/document/load-texts.ts';
import type { SettingLine } from '#app/shell/slots.ts';

function* wordsIn(messages: MessageTree): Generator<string> {
  for (const part of Object.values(messages)) {
    if (typeof part === 'string') yield part;
    else if (!isMessage(part)) yield* wordsIn(part);
  }
}
const asMessages = (section: unknown): MessageTree =>
  // cast: the texts of a section are sections and texts, as their file is checked
  typeof section === 'object' && section !== null ? (section as MessageTree) : {};

type SettingsRequest = { user: SessionUser | null; reader: Reader };
export async function settingLines({ user, reader }: SettingsRequest): Promise<SettingLine[]> {
  const language = openLanguage(reader.locale);
  await language.load(['settings']);
  const say = sayOf('settings', english, { ...reader, texts: language.texts });
  const texts: MessageTree = language.texts?.['settings'] ?? english;
  const isTab = (id: string): id is SettingsTabId => id in settingsTabs;
  return Object.entries(settingsTabs).flatMap(([id, permission]): SettingLine[] => {
    const name = say.maybe(`tabs.${id}`);
    if (!isTab(id) || name === null || (permission !== null && !hasScope(user?.scope, permission))) return [];
    const words = (sectionsOf[id] ?? []).flatMap((section) => [...wordsIn(asMessages(texts[section]))]);
    return [{ id: `setting-${id}`, name, sub: say('page.title'), also: words.join('\n'), to: `/settings?tab=${id}` }];
  });
}
