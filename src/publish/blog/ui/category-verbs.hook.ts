import { IconArrowsMove } from '@tabler/icons-react';
import { useToast } from '#kit/ui/overlay/toast.tsx';
import { useApi } from '#kit/ui/query/api.tsx';
import { useReader } from '#kit/ui/text/reader.tsx';
import type { CategoryView } from '../categories.contract.ts';
import { categoriesApi, useCategoriesKept } from './categories-data.hook.ts';
import { categoriesText } from './categories-text.hook.ts';
import { nameIn } from '../category-names.rules.ts';
import { type BranchPlace, placeIn } from './category-places.hook.ts';

/** Moves a category, with a way back for some seconds. Throws what the server refuses. */
export function useMoveCategory(items: readonly CategoryView[]): (id: string, place: BranchPlace) => Promise<void> {
  const say = categoriesText();
  const api = useApi(categoriesApi);
  const toast = useToast();
  const { locale } = useReader();
  const { keep, refresh } = useCategoriesKept();
  const put = async (id: string, place: BranchPlace) => {
    const { items: after } = await api.categories.move({ params: { id }, body: place });
    keep(api, after);
    await refresh();
  };
  return async (id, place) => {
    const [before, moved] = [placeIn(items, id), items.find((one) => one.id === id)];
    await put(id, place);
    if (moved === undefined) return;
    toast({
      icon: IconArrowsMove,
      text: say('categories.moved', { name: nameIn(moved.names, locale) }),
      undo: () => put(id, before),
    });
  };
}
