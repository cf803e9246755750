import { useMeetingState } from '#ui/room-context.tsx';
import { topicUis } from '#ui/topics/registry.ts';

function useOffered() {
  const { topics } = useMeetingState();
  return topicUis.filter(({ topic }) => topics.includes(topic.name));
}

/** What the topics of this meeting have in one place, in the order of the registry. */
export function TopicPlace({ place }: { place: 'Bar' | 'More' | 'Top' | 'Room' }) {
  return useOffered().map(({ topic, places }) => {
    const Part = places[place];
    return Part && <Part key={topic.name} />;
  });
}

export function TopicsOfPerson({ member }: { member: string }) {
  return useOffered().map(({ topic, places: { Person } }) => Person && <Person key={topic.name} member={member} />);
}
