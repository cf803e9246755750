/** Chat: kinds of conversations, who may do what in one, limits, and what a text may hold. */

export const conversationKinds = ['direct', 'group', 'channel', 'support'] as const;
export type ConversationKind = (typeof conversationKinds)[number];
export const chatMessageKinds = ['text', 'meeting', 'joined', 'left', 'named'] as const;
export type ChatMessageKind = (typeof chatMessageKinds)[number];
/** Names of reactions that programs sent before reactions were emoji. */
export const namedReactions = ['like', 'love', 'laugh', 'wow', 'sad', 'done'] as const;
const emojiOfName: Readonly<Record<string, string>> = {
  ...{ like: '👍', love: '❤️', laugh: '😂' },
  ...{ wow: '😮', sad: '😢', done: '✅' },
};
/** The emoji of a reaction that was sent. */
export const emojiOfReaction = (reaction: string): string => emojiOfName[reaction] ?? reaction;
const emojiParts =
  /^[\p{Extended_Pictographic}\p{Regional_Indicator}](?:[\p{Extended_Pictographic}\p{Regional_Indicator}\p{Emoji_Modifier}]|\u200d|\ufe0f)*$/u;
/** One emoji, as a reader sees it. */
export const isEmoji = (text: string): boolean =>
  emojiParts.test(text) && [...new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(text)].length === 1;
export const chatFileKinds = ['pictures', 'others'] as const;
export type ChatFileKind = (typeof chatFileKinds)[number];
export const presenceStates = ['online', 'meeting'] as const;
export type PresenceState = (typeof presenceStates)[number];
/** Milliseconds. A page asks every `ask`, so that a person is offline at most a minute after their process died. */
export const presenceTimes = { keep: 15_000, lost: 35_000, ask: 20_000, forget: 300_000 } as const;
/** What a live push tells of. `left`: the reader is no longer in the conversation. `read`: the reader read it on another screen. */
export const chatPushKinds = ['message', 'changed', 'read', 'typing', 'left', 'meeting', 'conversation'] as const;

export const chatLimits = {
  text: 4_000,
  files: 10,
  /** Different emoji at one message. */
  reactions: 20,
  mentions: 50,
  name: 60,
  search: 100,
  /** People who are added at once, and whom a conversation shows. */
  people: 50,
  shownPeople: 300,
  editMinutes: 43_200,
  /** Bytes of a push: PostgreSQL takes 8 000. */
  push: 6_000,
  /** Until somebody who was away gets a notice. */
  awayMinutes: 10,
  send: { max: 20, windowSeconds: 10 },
  typing: { max: 60, windowSeconds: 60 },
  create: { max: 60, windowSeconds: 3_600 },
  meet: { max: 20, windowSeconds: 60 },
} as const;

export type ChatAsker = { userId: string; accountId: string; accountKind: string; role: string; scope: readonly string[] };
export type ChatPlace = { accountId: string; sellerId: string | null; kind: ConversationKind };
/** Null: the asker is no member. */
export type ChatMemberRole = 'owner' | 'member' | null;

export const isSupportStaff = ({ accountKind, scope }: Pick<ChatAsker, 'accountKind' | 'scope'>): boolean =>
  (accountKind === 'operator' || accountKind === 'vendor') && scope.includes('tickets.answer');
/** Staff of the seller. A vendor's own conversation with the operator is answered by the operator. */
export const answersSupport = (asker: ChatAsker, place: ChatPlace): boolean =>
  place.kind === 'support' && place.sellerId === asker.accountId && isSupportStaff(asker);
export const maySeeConversation = (asker: ChatAsker, place: ChatPlace, role: ChatMemberRole): boolean =>
  asker.scope.includes('chat.use') && ((place.accountId === asker.accountId && role !== null) || answersSupport(asker, place));
/** A channel may be looked at before one joins. */
export const mayJoin = (asker: ChatAsker, place: ChatPlace): boolean =>
  place.kind === 'channel' && place.accountId === asker.accountId && asker.scope.includes('chat.use');
/** Of groups and channels: their owner, and those who lead the account. */
export const leadsConversation = (asker: ChatAsker, place: ChatPlace, role: ChatMemberRole): boolean =>
  (place.kind === 'group' || place.kind === 'channel') &&
  role !== null &&
  (role === 'owner' || asker.role === 'owner' || asker.role === 'admin');
export const mayAddPeople = (place: ChatPlace, role: ChatMemberRole): boolean =>
  (place.kind === 'group' || place.kind === 'channel') && role !== null;
export const mayLeave = (place: ChatPlace): boolean => place.kind === 'group' || place.kind === 'channel';
/** Reads what messages were before: those who lead the account that the conversation is of. */
export const mayReadEdits = (asker: ChatAsker, place: ChatPlace): boolean =>
  place.accountId === asker.accountId && (asker.role === 'owner' || asker.role === 'admin');

/** `editMinutes`: null for ever, 0 never. */
export type ChatEditPolicy = { editMinutes: number | null; keepEdits: boolean };
export const defaultEditPolicy: ChatEditPolicy = { editMinutes: null, keepEdits: false };
export type EditedMessage = { kind: ChatMessageKind; authorId: string; at: number; deleted: boolean };
/** One's own text, as long as the policy says. Deleting has the same time. */
export const mayChangeMessage = (
  message: EditedMessage,
  reader: { userId: string; now: number; policy: ChatEditPolicy },
): boolean =>
  message.kind === 'text' &&
  !message.deleted &&
  message.authorId === reader.userId &&
  (reader.policy.editMinutes === null || reader.now - message.at < reader.policy.editMinutes * 60_000);

/** One name for the pair, no matter which of them begins. */
export const pairKey = (one: string, other: string): string => [one, other].sort().join(':');
