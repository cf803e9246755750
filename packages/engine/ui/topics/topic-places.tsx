import { useMeetingState } from '#ui/room-context.tsx';
import { may } from '#ui/state.ts';
import { topicUis } from '#ui/topics/registry.ts';

function useOffered() {
  const { offered } = useMeetingState();
  return topicUis.filter(({ name }) => offered.includes(name));
}

/** Whether this person can share more than the screen. */
export function useSharesMore(): boolean {
  const state = useMeetingState();
  return useOffered().some(({ places }) => places.Share !== undefined) && may(state, 'present');
}

type MeetingPlace =
  | 'Bar'
  | 'More'
  | 'Share'
  | 'PageBar'
  | 'OverSlide'
  | 'PageLayer'
  | 'Tab'
  | 'Top'
  | 'Banner'
  | 'Room'
  | 'Keys'
  | 'PeopleFoot';
/** What the topics of this meeting have in one place, in the order of the registry. */
export function TopicPlace({ place }: { place: MeetingPlace }) {
  return useOffered().map(({ name, places }) => {
    const Part = places[place];
    return Part && <Part key={name} />;
  });
}

/** What is below the tab of a topic. */
export function TopicPanel({ topic }: { topic: string }) {
  const Part = useOffered().find(({ name }) => name === topic)?.places.Panel;
  return Part && <Part />;
}

/** What is large in place of faces. */
export function StagePlace() {
  return useOffered().map(({ name, places: { Stage } }) => {
    const parts = {
      bar: <TopicPlace place="PageBar" />,
      over: <TopicPlace place="OverSlide" />,
      layer: <TopicPlace place="PageLayer" />,
    };
    return Stage && <Stage key={name} {...parts} />;
  });
}

/** What they have to show of one person, or rows of that person's menu. */
export function TopicsOfPerson({ place, member }: { place: 'Person' | 'Caption' | 'Row' | 'PersonMenu'; member: string }) {
  return useOffered().map(({ name, places }) => {
    const Part = places[place];
    return Part && <Part key={name} member={member} />;
  });
}
