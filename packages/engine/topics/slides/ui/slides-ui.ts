import english from '#topics/slides/text/en-US.json' with { type: 'json' };
import { slidesTopic } from '#topics/slides/slides.topic.ts';
import { PresentersFiles, ShareSlidesRows, SlideKeyRows } from '#topics/slides/ui/room-parts.tsx';
import { latePart } from '#ui/topics/late-part.tsx';
import type { TopicUi } from '#ui/topics/plug.ts';

export const slidesUi: TopicUi = {
  name: slidesTopic.name,
  english,
  places: {
    Share: ShareSlidesRows,
    // most meetings show no slides, so their code is not in the first load
    Stage: latePart(async () => (await import('#topics/slides/ui/slides-stage.tsx')).SlidesStage),
    Room: PresentersFiles,
    Keys: SlideKeyRows,
  },
};
