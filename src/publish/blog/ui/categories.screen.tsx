import { useQuery } from '@tanstack/react-query';
import { IconExternalLink, IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { isId } from '#kit/ids.ts';
import { PageHead } from '#kit/ui/bits.tsx';
import { EmptyState } from '#kit/ui/empty.tsx';
import { Banner } from '#kit/ui/feedback.tsx';
import { useFailureText } from '#kit/ui/form/failure-text.ts';
import { LinkButton } from '#kit/ui/link.tsx';
import { usePageTitle } from '#kit/ui/page.tsx';
import { useApi } from '#kit/ui/query/api.tsx';
import { type LoadContext, useLoaded } from '#kit/ui/screen.ts';
import { useReader } from '#kit/ui/text/reader.tsx';
import type { CategoryView } from '../categories.contract.ts';
import { categoriesApi, categoriesQuery } from './categories-data.hook.ts';
import { categoriesText, refusalsOf } from './categories-text.hook.ts';
import s from './categories.module.css';
import { MoveDialog, RemoveDialog } from './category-dialogs.part.tsx';
import { nameIn } from '../category-names.rules.ts';
import { CategoryPanel } from './category-panel.part.tsx';
import type { BranchPlace } from './category-places.hook.ts';
import { CategoryTree } from './category-tree.part.tsx';
import { useMoveCategory } from './category-verbs.hook.ts';

const addPath = '/categories/add-categories';
const treeOf = ({ api, queries }: LoadContext) => queries.ensureQueryData(categoriesQuery(api(categoriesApi)));
type OpenedBeside = { id: string | null } | { parent: string };
/** What the address opens beside the tree: a category, or a new one below a parent. */
export const load = async (context: LoadContext): Promise<OpenedBeside> => {
  await treeOf(context);
  const { url, params } = context;
  return url.pathname === addPath ? { parent: url.searchParams.get('parent') ?? '' } : { id: params['id'] ?? null };
};
/** An id that none of them has is a page that does not exist. */
export const validate = async (context: LoadContext): Promise<boolean> => {
  const { id } = context.params;
  return id === undefined || (isId(id) && (await treeOf(context)).items.some((one) => one.id === id));
};

type OpenedCategory = { of: CategoryView | null; parent: string } | null;
function openedIn(items: readonly CategoryView[], beside: OpenedBeside): OpenedCategory {
  if ('parent' in beside) return { of: null, parent: items.some((one) => one.id === beside.parent) ? beside.parent : '' };
  const of = items.find((one) => one.id === beside.id);
  return of === undefined ? null : { of, parent: '' };
}

type CategoryQuestion = { what: 'move' | 'remove'; of: CategoryView };
type QuestionsProps = {
  question: CategoryQuestion | null;
  items: readonly CategoryView[];
  onMove: (id: string, place: BranchPlace) => Promise<void>;
  onClose: () => void;
};
function Questions({ question, items, onMove, onClose }: QuestionsProps) {
  const navigate = useNavigate();
  if (question === null) return null;
  const { what, of } = question;
  if (what === 'move') return <MoveDialog of={of} items={items} onMove={onMove} onClose={onClose} />;
  const gone = () => {
    onClose();
    void navigate('/categories');
  };
  return <RemoveDialog of={of} items={items} onGone={gone} onClose={onClose} />;
}

function NoCategories() {
  const say = categoriesText();
  return (
    <EmptyState title={say('categories.empty.title')} text={say('categories.empty.text')}>
      <LinkButton to={addPath} variant="filled" size="md" leftSection={<IconPlus size={16} stroke={2} />}>
        {say('categories.new')}
      </LinkButton>
    </EmptyState>
  );
}

/** `/categories` with what is open beside the tree: a new category, or one that is there. */
export function Screen() {
  const say = categoriesText();
  const { locale } = useReader();
  const query = useQuery(categoriesQuery(useApi(categoriesApi)));
  const items = query.data?.items ?? [];
  const opened = openedIn(items, useLoaded<typeof load>());
  const [question, setQuestion] = useState<CategoryQuestion | null>(null);
  const [trouble, setTrouble] = useState('');
  const failureText = useFailureText(refusalsOf(say));
  const move = useMoveCategory(items);
  usePageTitle(opened?.of == null ? null : nameIn(opened.of.names, locale));
  const remove = (of: CategoryView) => setQuestion({ what: 'remove', of });
  const drop = (id: string, place: BranchPlace) => {
    setTrouble('');
    void move(id, place).catch((error: unknown) => setTrouble(failureText(error)));
  };
  return (
    <>
      <PageHead title={say('categories.title')}>
        <LinkButton to="/posts?view=blog" leftSection={<IconExternalLink className="turn" size={16} stroke={1.75} />}>
          {say('categories.view')}
        </LinkButton>
        <LinkButton
          to={addPath}
          {...(opened === null && items.length > 0 && { variant: 'filled' })}
          leftSection={<IconPlus size={16} stroke={2} />}
        >
          {say('categories.new')}
        </LinkButton>
      </PageHead>
      {(trouble !== '' || query.isError) && (
        <div className={s.trouble}>
          <Banner hue="red">{trouble || failureText(query.error)}</Banner>
        </div>
      )}
      <div className={s.page} data-open={opened !== null || undefined}>
        {items.length === 0 && opened === null ? (
          <NoCategories />
        ) : (
          <CategoryTree
            items={items}
            chosen={opened?.of?.id ?? null}
            onMove={drop}
            acts={{ move: (of) => setQuestion({ what: 'move', of }), remove }}
          />
        )}
        {opened !== null && (
          <CategoryPanel key={opened.of?.id ?? `new ${opened.parent}`} {...opened} items={items} onRemove={remove} />
        )}
      </div>
      <Questions question={question} items={items} onMove={move} onClose={() => setQuestion(null)} />
    </>
  );
}
