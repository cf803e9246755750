import type * as z from 'zod/mini';
import type { groupsViewTopic } from '#topics/groups/groups.topic.ts';
import english from '#topics/groups/text/en-US.json' with { type: 'json' };
import type { SendOutcome } from '#ui/media/connection.ts';
import { useMeeting } from '#ui/room-context.tsx';
import { topicWords } from '#ui/topics/topic-words.ts';

export const useGroupsText = topicWords<typeof english>('groups', english);
export type SayGroups = ReturnType<typeof useGroupsText>;

export type GroupsCommand = z.infer<typeof groupsViewTopic.command>;
export function useGroupsCommand(): (command: GroupsCommand) => Promise<SendOutcome> {
  const meeting = useMeeting();
  return (command) => meeting.command('groups', command);
}

/** Its name, or its number in the reader's words. */
export const groupName = (text: SayGroups, { id, name }: { id: number; name: string }): string =>
  name || text('group', { number: id });

/** The name of a room of the meeting; null: the main room. */
export function roomName(text: SayGroups, groups: readonly { id: number; name: string }[], id: number | null): string {
  if (id === null) return text('mainRoom');
  return groupName(text, groups.find((group) => group.id === id) ?? { id, name: '' });
}
