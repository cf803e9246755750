import type { Client } from '#kit/contract.ts';
import { callQuery } from '#kit/ui/query/query.ts';
import { hasScope } from '#kit/ui/auth/session-user.ts';
import type { LoadContext } from '#kit/ui/screen.ts';
import { outboxCalls } from '../../outbox.contract.ts';

export const outboxApi = { outbox: outboxCalls };
export const senderQuery = (api: Client<typeof outboxApi>['outbox']) =>
  callQuery({ area: 'admin', name: 'outbox.sender', call: () => api.sender(), input: null });

/** What `MailOff` needs, for the `load` of its page; the page comes without it, too. */
export async function loadMailOff({ api, queries, user }: LoadContext): Promise<void> {
  if (hasScope(user?.scope, 'platform.manage')) await queries.prefetchQuery(senderQuery(api(outboxApi).outbox));
}
