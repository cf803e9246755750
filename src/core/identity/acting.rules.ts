/** What somebody who acts in a customer's name may do. Everything that is not named here and changes something is refused. */

/** Calls that change something and may be made for a customer: their rooms, their recordings' settings and their account's own data. */
const changes: ReadonlySet<string> = new Set([
  'identity.logout',
  'acting.end',
  'accounts.update',
  'rooms.create',
  'rooms.update',
  'rooms.remove',
  'rooms.removeMany',
  'rooms.changeMany',
  'rooms.restore',
  'rooms.removeShare',
  'recordings.edit',
  'recordings.publish',
  'recordings.unpublish',
  'recordings.remove',
  'recordings.restore',
  'recordings.retry',
  'recordings.setRetention',
]);
/** Calls that only read, but what is for the customer's own eyes: what others wait to hear from them tells of the person's other accounts. */
const closed: ReadonlySet<string> = new Set([
  'recordings.playback',
  'iam.myInvitations',
  'rooms.invitations',
  'identity.sessions',
  'safety.security',
  'chat.list',
  'chat.unread',
  'chat.channels',
  'chat.get',
  'chat.messages',
  'chat.history',
  'chat.search',
  'chat.policy',
  'mailbox.list',
  'mailbox.counts',
  'mailbox.get',
  'mailbox.labels',
  ...['tasks.boards', 'tasks.board', 'tasks.changes', 'tasks.archived'],
  ...['tasks.card', 'tasks.comments', 'tasks.activity'],
  ...['library.list', 'library.folders', 'library.get', 'library.uploads', 'library.attachment'],
]);

/** `name` as in the contract: `rooms.create`. Entering a meeting is no change that may be made for somebody: others would take one for them. */
export const mayActFor = (name: string, method: string): boolean => (method === 'GET' ? !closed.has(name) : changes.has(name));
