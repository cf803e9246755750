/** How a meeting's page looks and begins, as the program that made the meeting and sent the person wishes (`create` and `join`). */

/** Faces in a grid, or one large picture with a strip. */
export type StageLayout = 'grid' | 'speaker';

/** Whether moderators may open somebody's microphone: by asking the person, or at once where it is connected and muted. */
export type UnmuteRule = 'never' | 'asks' | 'at-once';

export type BannerWish = { text: string; color: string | null };
/** Addresses of pictures; `dark` stands on dark grounds. */
export type LogoWish = { light: string; dark: string };

/** The same for everybody in the meeting. */
export type MeetingPageWishes = {
  banner: BannerWish | null;
  logo: LogoWish | null;
  layout: StageLayout | null;
  unmute: UnmuteRule;
  /** 0 = no limit. */
  pinsMost: number;
};

/** Of one person. `null`: as the person chose. */
export type PersonPageWishes = {
  /** `fixed`: the person cannot change it. */
  layout: { name: StageLayout; kind: 'first' | 'fixed' } | null;
  mic: 'on' | 'off' | null;
  cam: 'on' | 'off' | null;
  /** `at-first`: shown only to somebody who comes back. */
  greenRoom: 'shown' | 'at-first' | 'skipped';
  /** Hears and does not speak, unless as a moderator. */
  listensOnly: boolean;
  ownPicture: 'mirrored' | 'as-seen';
  /** Before the name of the meeting in the title of the window. */
  title: string;
};

export type PageWishes = { meeting: MeetingPageWishes; person: PersonPageWishes };

/** BBB's layouts, and ours that comes nearest; null has none of its own here. */
const layouts: Readonly<Record<string, StageLayout | null>> = {
  CUSTOM_LAYOUT: null,
  SMART_LAYOUT: null,
  PRESENTATION_FOCUS: 'speaker',
  PRESENTATION_ONLY: 'speaker',
  MEDIA_ONLY: 'speaker',
  VIDEO_FOCUS: 'grid',
  CAMERAS_ONLY: 'grid',
  PARTICIPANTS_AND_CHAT_ONLY: 'grid',
  PARTICIPANTS_CHAT_ONLY: 'grid',
  UNIFIED_LAYOUT: 'grid',
};

/** Undefined for a name that BBB does not have. */
export const layoutNamed = (name: string): StageLayout | null | undefined => layouts[name.trim().toUpperCase()];
