import { useQuery } from '@tanstack/react-query';
import type { Client } from '#kit/contract.ts';
import { useApi } from '#kit/ui/query/api.tsx';
import { callQuery } from '#kit/ui/query/query.ts';
import { type PresenceState, presenceTimes } from '../chat.rules.ts';
import { presenceCalls } from '../presence.contract.ts';

export const presenceApi = { presence: presenceCalls };
/** `conversation`: the open one, whose members are wanted, too. */
export const presenceQuery = ({ presence: { list: call } }: Client<typeof presenceApi>, conversation: string | null) =>
  callQuery({
    ...{ area: 'chat' as const, name: 'presence.list', call },
    input: { query: conversation === null ? {} : { conversation } },
  });

/** Who is online, asked again while the page is looked at. */
export function usePresence(conversation: string | null) {
  const { data } = useQuery({
    ...presenceQuery(useApi(presenceApi), conversation),
    refetchInterval: presenceTimes.ask,
    placeholderData: (before) => before,
  });
  return {
    visible: data?.visible ?? true,
    stateOf: (userId: string | null): PresenceState | null => data?.items.find((one) => one.userId === userId)?.state ?? null,
  };
}
