/** Who may do what in a meeting: one table for the engine, which asks it before it acts, and for the page, which offers nothing else. */
import type { MemberRole } from '#protocol/messages.ts';

/** What hosts can take from viewers: microphone, camera, screen sharing, both chats, and the names of other viewers. */
export const lockNames = ['mic', 'cam', 'share', 'chat', 'privateChat', 'names'] as const;
export type LockName = (typeof lockNames)[number];
export type MeetingLocks = Readonly<Record<LockName, boolean>>;
export const noLocks: MeetingLocks = { mic: false, cam: false, share: false, chat: false, privateChat: false, names: false };

type CapabilityRule = {
  /** `nothing`: everybody may by default. `lead`: moderators and the presenter. `drawer`: the presenter, and who was let draw. */
  needs: 'nothing' | 'presenter' | 'drawer' | 'moderator' | 'lead';
  /** Viewers whose link lets them only listen have it not. */
  speaks?: true;
  /** The lock that takes it from viewers. */
  lock?: LockName;
  /** A lock does not take it from the presenter. */
  presenterKeeps?: true;
  /** BBB's name in `disabledFeatures`. */
  feature?: string;
  /** Depends on how the meeting was created. */
  setting?: 'mayStopCameras' | 'mayUnmuteOthers' | 'mayRecord' | 'guestsMayModerate';
  /** The setting concerns guests only. */
  forGuests?: true;
};

const table = {
  speak: { needs: 'nothing', lock: 'mic', speaks: true },
  film: { needs: 'nothing', lock: 'cam' },
  share: { needs: 'nothing', lock: 'share', presenterKeeps: true, feature: 'screenshare' },
  chat: { needs: 'nothing', lock: 'chat', feature: 'chat' },
  'chat-private': { needs: 'nothing', lock: 'privateChat', feature: 'privateChat' },
  'see-people': { needs: 'nothing', lock: 'names' },
  'become-moderator': { needs: 'nothing', setting: 'guestsMayModerate', forGuests: true },
  present: { needs: 'presenter' },
  draw: { needs: 'drawer', speaks: true, feature: 'presentation' },
  spotlight: { needs: 'lead' },
  poll: { needs: 'lead', feature: 'polls' },
  groups: { needs: 'moderator', feature: 'breakoutRooms' },
  'choose-presenter': { needs: 'moderator' },
  'delete-messages': { needs: 'moderator', feature: 'deleteChatMessage' },
  lock: { needs: 'moderator' },
  'lower-hands': { needs: 'moderator' },
  'mute-others': { needs: 'moderator' },
  'unmute-others': { needs: 'moderator', setting: 'mayUnmuteOthers' },
  'stop-cameras': { needs: 'moderator', setting: 'mayStopCameras' },
  'stop-shares': { needs: 'moderator' },
  promote: { needs: 'moderator' },
  remove: { needs: 'moderator' },
  admit: { needs: 'moderator' },
  record: { needs: 'moderator', setting: 'mayRecord' },
  timer: { needs: 'moderator' },
  end: { needs: 'moderator' },
} as const satisfies Record<string, CapabilityRule>;
export type Capability = keyof typeof table;
const rules: Readonly<Record<Capability, CapabilityRule>> = table;

const isCapability = (name: string): name is Capability => name in table;
export const capabilities: readonly Capability[] = Object.keys(table).filter(isCapability);

/**
 * `draws`: the presenter lets this person draw. `exempt`: locks do not hold for this person. `listensOnly`: the person came by a link
 * that lets viewers only listen.
 */
export type ParticipantStanding = {
  role: MemberRole;
  guest: boolean;
  presenter: boolean;
  draws: boolean;
  exempt: boolean;
  listensOnly: boolean;
};
export type MeetingRules = {
  locks: MeetingLocks;
  disabledFeatures: ReadonlySet<string>;
  mayStopCameras: boolean;
  mayUnmuteOthers: boolean;
  mayRecord: boolean;
  guestsMayModerate: boolean;
};

function isAllowed(rule: CapabilityRule, who: ParticipantStanding, meeting: MeetingRules): boolean {
  const { needs, lock, presenterKeeps = false, feature, setting, forGuests = false, speaks = false } = rule;
  if (feature !== undefined && meeting.disabledFeatures.has(feature)) return false;
  if (setting !== undefined && !meeting[setting] && (!forGuests || who.guest)) return false;
  if (needs === 'drawer' && who.presenter) return true;
  if (speaks && who.listensOnly && who.role === 'viewer') return false;
  if (needs === 'drawer') return who.draws;
  if (needs === 'moderator') return who.role === 'moderator';
  if (needs === 'presenter') return who.presenter;
  if (needs === 'lead') return who.presenter || who.role === 'moderator';
  const locked = lock !== undefined && meeting.locks[lock] && who.role === 'viewer' && !who.exempt;
  return !locked || (presenterKeeps && who.presenter);
}

/** Everything that this person may do now. */
export const rightsOf = (who: ParticipantStanding, meeting: MeetingRules): ReadonlySet<Capability> =>
  new Set(capabilities.filter((name) => isAllowed(rules[name], who, meeting)));

/** Why it is refused: what everybody can do by default was locked or switched off, the rest belongs to others. */
export const refusalOf = (capability: Capability): 'locked' | 'not-allowed' =>
  rules[capability].needs === 'nothing' ? 'locked' : 'not-allowed';
