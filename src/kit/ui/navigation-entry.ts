import type { EntryBadgeModule } from './entry-badge.tsx';
import type { AccountKind } from './auth/session-user.ts';

export type NavigationGroup = 'meet' | 'team' | 'connect' | 'billing' | 'operate' | 'content' | 'help';

/** Icons by name, so that a declaration stays plain data; the shell draws them. */
export type NavigationIcon =
  | 'api'
  | 'article'
  | 'books'
  | 'calendar'
  | 'card'
  | 'chart'
  | 'chat'
  | 'door'
  | 'help'
  | 'home'
  | 'inbox'
  | 'invoice'
  | 'list'
  | 'mail'
  | 'people'
  | 'peopleGroup'
  | 'plug'
  | 'recording'
  | 'server'
  | 'settings'
  | 'shield'
  | 'shop'
  | 'tasks'
  | 'template'
  | 'video';

/** An entry of the side bar. */
export type NavigationEntry = {
  /** As in the route table. */
  path: string;
  /** Its word: a key below `nav` in the shell's texts. */
  word: string;
  icon: NavigationIcon;
  /** `top` is above the groups, `foot` below them and always in view. */
  group: NavigationGroup | 'top' | 'foot';
  /** Its place in the group, in tens. */
  place: number;
  /** The key after G that leads there. */
  jump?: string;
  /** Paths of the lists that share this entry, in the order of their tabs, its own path included. */
  tabs?: readonly string[];
  /** Permissions that a list of the entry asks for although everybody may open its screen, by path: the blog is for readers too. */
  needs?: Readonly<Record<string, string>>;
  /** Kinds of account that have it in the bottom bar of a phone. */
  bottom?: readonly AccountKind[];
  /** Listed under "More" until it is opened or pinned on this device; never for the operator. */
  rare?: true;
  /** The number at its end. */
  count?: 'live';
  /** A number of the domain at its end, loaded after the page. */
  badge?: () => Promise<EntryBadgeModule>;
};
