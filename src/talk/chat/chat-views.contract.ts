/** What calls about chat answer with. Times are epoch milliseconds. Messages carry nothing of the reader, so that one text serves all who read them. */
import * as z from 'zod/mini';
import { attachedFile } from '#core/files/attached-file.contract.ts';
import { messageDoc } from '#kit/message-doc.contract.ts';
import { chatLimits as max, chatMessageKinds, chatPushKinds, conversationKinds } from './chat.rules.ts';

/** The card of a meeting as it stands now. */
const chatMeeting = z.object({
  id: z.string(),
  name: z.string(),
  state: z.enum(['starting', 'live', 'ended', 'failed']),
  startedAt: z.nullable(z.number()),
  endedAt: z.nullable(z.number()),
  /** Now in it, and the first names of some of them. */
  people: z.number(),
  names: z.array(z.string()),
  /** How many came in all. */
  came: z.number(),
  /** Of the room on this site. */
  path: z.nullable(z.string()),
  /** The page with attendance, for those who may see it; null for others. */
  page: z.nullable(z.string()),
  /** Where the recording is watched; null: there is none yet, or not for the reader. */
  recording: z.nullable(z.string()),
});
export type ChatMeeting = z.infer<typeof chatMeeting>;
export const chatPerson = z.object({ userId: z.string(), name: z.string() });
export type ChatPerson = z.infer<typeof chatPerson>;
/** The first message of a thread, as its replies quote it. */
const chatRoot = z.object({
  number: z.number(),
  author: chatPerson,
  /** The beginning of its text, on one line. */
  text: z.string(),
  deleted: z.boolean(),
});
export type ChatRoot = z.infer<typeof chatRoot>;
export const chatMessage = z.object({
  id: z.string(),
  conversation: z.string(),
  number: z.number(),
  kind: z.enum(chatMessageKinds),
  /** Who joined, left, gave the name or started the meeting. */
  author: chatPerson,
  /** Of `joined` and `left`: the ids of others whom the author added or removed stand in `mentions`, their names here, with commas between. Of `named`: the new name. */
  text: z.string(),
  /** Null: plain text. */
  doc: z.nullable(messageDoc),
  files: z.array(attachedFile),
  mentions: z.array(z.string()),
  reactions: z.array(z.object({ reaction: z.string(), userIds: z.array(z.string()) })),
  meeting: z.nullable(chatMeeting),
  /** Of a reply: what it replies to. */
  root: z.nullable(chatRoot),
  /** Of the first message of a thread: replies that were not deleted. */
  replies: z.number(),
  /** The name that its sender gave it, by which a browser knows its own. */
  key: z.string(),
  editedAt: z.nullable(z.number()),
  deletedAt: z.nullable(z.number()),
  at: z.number(),
});
export type ChatMessage = z.infer<typeof chatMessage>;

export const conversationItem = z.object({
  id: z.string(),
  kind: z.enum(conversationKinds),
  /** Of a direct one: the other's name. Of support: the seller's for the customer, the customer's person for staff. */
  name: z.string(),
  /** Of a direct one: the other. */
  otherId: z.nullable(z.string()),
  /** Of support, for staff: the customer's account. */
  account: z.nullable(z.string()),
  last: z.nullable(z.object({ kind: z.enum(chatMessageKinds), author: chatPerson, text: z.string(), at: z.number() })),
  lastNumber: z.number(),
  /** The last number that I read; of support for staff, that anybody of staff read. */
  readNumber: z.number(),
  unread: z.number(),
  /** Unread ones that mention me. */
  mentions: z.number(),
  muted: z.boolean(),
  pinned: z.boolean(),
});
export type ConversationItem = z.infer<typeof conversationItem>;
const chatMember = z.object({
  ...chatPerson.shape,
  role: z.enum(['owner', 'member']),
  /** Staff of the seller, in a support conversation. */
  staff: z.boolean(),
});
export type ChatMember = z.infer<typeof chatMember>;
export const editPolicy = z.object({
  /** Minutes for which one's own text may be changed or deleted: null for ever, 0 never. */
  editMinutes: z.nullable(z.number().check(z.int(), z.gte(0), z.lte(max.editMinutes))),
  /** Whether those who lead the account read what a changed text was before. */
  keepEdits: z.boolean(),
});
export const conversationDetail = z.object({
  ...conversationItem.shape,
  /** Whether I am in it; a channel may be read before one joins. */
  member: z.boolean(),
  members: z.array(chatMember),
  people: z.number(),
  policy: editPolicy,
  rights: z.object({
    write: z.boolean(),
    attach: z.boolean(),
    meet: z.boolean(),
    rename: z.boolean(),
    add: z.boolean(),
    remove: z.boolean(),
    leave: z.boolean(),
    join: z.boolean(),
    /** May ask for `history` of a changed message. */
    history: z.boolean(),
  }),
});
export type ConversationDetail = z.infer<typeof conversationDetail>;

/** `data` of a live push of kind `chat` to `user:<id>`. */
export const chatPush = z.object({
  what: z.enum(chatPushKinds),
  /** The account in which the reader is in the conversation. */
  account: z.string(),
  conversation: z.string(),
  /** Of `message` and `changed`: that message's. Of `read`: up to where. Else the last one's. */
  number: z.number(),
  /** Who types. */
  userId: z._default(z.nullable(z.string()), null),
  name: z._default(z.nullable(z.string()), null),
  /** A `ChatMessage` as JSON; null: ask for it. */
  message: z._default(z.nullable(z.string()), null),
});
export type ChatPush = z.infer<typeof chatPush>;
