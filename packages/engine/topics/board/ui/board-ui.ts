import { boardTopic } from '#topics/board/board.topic.ts';
import { BoardLayerPlace, DrawersPlace } from '#topics/board/ui/board-places.tsx';
import type { TopicUi } from '#ui/topics/plug.ts';

export const boardUi: TopicUi = {
  name: boardTopic.name,
  places: { PageBar: DrawersPlace, PageLayer: BoardLayerPlace },
};
