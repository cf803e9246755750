import english from '#topics/presenter/text/en-US.json' with { type: 'json' };
import { presenterTopic } from '#topics/presenter/presenter.topic.ts';
import { PresenterStatus } from '#topics/presenter/ui/presenter-bar.tsx';
import { PresenterItem, PresenterItemOf } from '#topics/presenter/ui/presenter-items.tsx';
import { PresenterPill, PresenterWord } from '#topics/presenter/ui/presenter-marks.tsx';
import { PresenterToast } from '#topics/presenter/ui/presenter-toast.tsx';
import type { TopicUi } from '#ui/topics/plug.ts';

export const presenterUi: TopicUi = {
  name: presenterTopic.name,
  english,
  places: {
    More: PresenterItem,
    PageBar: PresenterStatus,
    Caption: PresenterWord,
    Row: PresenterPill,
    PersonMenu: PresenterItemOf,
    Room: PresenterToast,
  },
};
