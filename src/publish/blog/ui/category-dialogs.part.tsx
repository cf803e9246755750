import { Button, NativeSelect } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { Banner } from '#kit/ui/feedback.tsx';
import { useDraftForm } from '#kit/ui/form/form.tsx';
import { Dialog } from '#kit/ui/overlay/dialog.tsx';
import dialog from '#kit/ui/overlay/dialog.module.css';
import { useToast } from '#kit/ui/overlay/toast.tsx';
import { useApi } from '#kit/ui/query/api.tsx';
import { useReader } from '#kit/ui/text/reader.tsx';
import type { CategoryView } from '../categories.contract.ts';
import { categoriesApi, useCategoriesKept } from './categories-data.hook.ts';
import { categoriesText, refusalsOf } from './categories-text.hook.ts';
import s from './categories.module.css';
import { choicesOf, parentsFor } from './category-choices.hook.ts';
import { nameIn } from '../category-names.rules.ts';
import { type BranchPlace, placeIn } from './category-places.hook.ts';

type DialogProps = { of: CategoryView; items: readonly CategoryView[]; onClose: () => void };
type MoveProps = DialogProps & { onMove: (id: string, place: BranchPlace) => Promise<void> };
/** The move without dragging: where fingers have no room, and for who does not drag. */
export function MoveDialog({ of, items, onMove, onClose }: MoveProps) {
  const say = categoriesText();
  const { locale } = useReader();
  const now = placeIn(items, of.id);
  const form = useDraftForm<{ parent: string; after: string }>({
    key: null,
    initial: { parent: now.parentId ?? '', after: now.after ?? '' },
    say: refusalsOf(say),
    save: async ({ parent, after }) => {
      await onMove(of.id, { parentId: parent || null, after: after || null });
      onClose();
    },
  });
  const siblings = items.filter(({ id, parentId }) => (parentId ?? '') === form.values.parent && id !== of.id);
  const parent = form.input('parent');
  return (
    <Dialog title={say('categories.move.title', { name: nameIn(of.names, locale) })} onClose={onClose}>
      <form className={s.fields} onSubmit={form.submit} noValidate>
        {form.failure !== null && <Banner hue="red">{form.failure}</Banner>}
        <NativeSelect
          size="md"
          {...parent}
          onChange={(event) => {
            parent.onChange(event);
            const last = items.findLast((one) => (one.parentId ?? '') === event.currentTarget.value && one.id !== of.id);
            form.set('after', last?.id ?? '');
          }}
          label={say('categories.move.parent')}
          data={[{ value: '', label: say('categories.form.top') }, ...parentsFor(items, of.id, locale)]}
        />
        <NativeSelect
          size="md"
          {...form.input('after')}
          label={say('categories.move.after')}
          data={[
            { value: '', label: say('categories.move.first') },
            ...siblings.map(({ id, names }) => ({
              value: id,
              label: say('categories.move.behind', { name: nameIn(names, locale) }),
            })),
          ]}
        />
        <div className={dialog.acts}>
          <Button size="md" onClick={onClose}>
            {say('categories.move.cancel')}
          </Button>
          <Button size="md" variant="filled" type="submit" loading={form.saving}>
            {say('categories.move.verb')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

/** Asks where the posts of a category go, because that cannot be found out afterwards. */
export function RemoveDialog({ of, items, onClose, onGone }: DialogProps & { onGone: () => void }) {
  const say = categoriesText();
  const api = useApi(categoriesApi);
  const toast = useToast();
  const { locale } = useReader();
  const { refresh } = useCategoriesKept();
  const name = nameIn(of.names, locale);
  const [to, setTo] = useState(of.parentId ?? '');
  const form = useDraftForm<object>({
    key: null,
    initial: {},
    say: refusalsOf(say),
    save: async () => {
      await api.categories.remove({ params: { id: of.id }, body: { postsTo: to || null } });
      onGone();
      await refresh();
      toast({ icon: IconTrash, text: say('categories.remove.done', { name }) });
    },
  });
  const target = items.find(({ id }) => id === to);
  return (
    <Dialog
      title={say('categories.remove.title', { name })}
      lead={say('categories.remove.lead', { count: of.posts.own + of.posts.unpublished })}
      onClose={onClose}
    >
      <form className={s.fields} onSubmit={form.submit} noValidate>
        {form.failure !== null && <Banner hue="red">{form.failure}</Banner>}
        <NativeSelect
          size="md"
          label={say('categories.remove.to')}
          description={
            target === undefined
              ? say('categories.remove.lost')
              : say('categories.remove.address', { name: nameIn(target.names, locale) })
          }
          inputWrapperOrder={['label', 'input', 'description']}
          value={to}
          onChange={(event) => setTo(event.currentTarget.value)}
          data={[
            { value: '', label: say('categories.remove.none') },
            ...choicesOf(items, locale).filter(({ value }) => value !== of.id),
          ]}
        />
        <div className={dialog.acts}>
          <Button size="md" onClick={onClose} data-autofocus>
            {say('categories.remove.safe')}
          </Button>
          <Button size="md" variant="filled" color="red" type="submit" loading={form.saving}>
            {say('categories.remove.verb')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
