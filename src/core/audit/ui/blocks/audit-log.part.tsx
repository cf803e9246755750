import { useQuery } from '@tanstack/react-query';
import { Ltr } from '#kit/ui/bits.tsx';
import { DataTable } from '#kit/ui/table/data-table.tsx';
import { EmptyState } from '#kit/ui/empty.tsx';
import { useListState } from '#kit/ui/table/list-state.ts';
import type { TableColumn, ListFilter } from '#kit/ui/table/table-shape.ts';
import { Time, useTimeText } from '#kit/ui/time.tsx';
import type { AuditEntry } from '../../audit.contract.ts';
import { actionGroups } from '../../audit.rules.ts';
import { auditText } from '../audit-text.hook.ts';
import { useActionWords } from './action-words.hook.ts';
import s from './audit-log.module.css';
import { auditPeopleQuery, auditQuery, auditShape, exportedPage, useAudit } from './audit-queries.hook.ts';

/** The actor as text. A sign-in has no actor yet, so its subject is shown. */
function useActorWords(): (entry: AuditEntry) => string {
  const say = auditText();
  const nobody = { user: 'actor.gone', system: 'actor.system', nobody: 'actor.nobody' } as const;
  return ({ actorName, actorKind, action, subjectName }) => {
    if (actorName !== null) return actorName;
    if (action === 'identity.signed-in' && subjectName !== null) return subjectName;
    return say(actorKind === 'user' || actorKind === 'system' ? nobody[actorKind] : nobody.nobody);
  };
}

/** What it was done to: the name that it has now, else the one that the entry holds. */
function subjectName({ subjectName, data: { name } }: AuditEntry): string | null {
  return subjectName ?? (typeof name === 'string' ? name : null);
}
/** Without a name the area says what kind of thing it was; the id has a column of its own. */
function Subject({ entry }: { entry: AuditEntry }) {
  const say = auditText();
  const name = subjectName(entry);
  if (name !== null) return <bdi>{name}</bdi>;
  const area = entry.subjectId === null ? undefined : say.maybe(`groups.${entry.action.split('.')[0]}`);
  return (
    <span className="quiet" title={entry.subjectId ?? undefined}>
      {area ?? '–'}
    </span>
  );
}

const dataText = (entry: AuditEntry): string =>
  Object.entries(entry.data)
    .filter(([name]) => name !== 'name')
    .map(([name, value]) => `${name}: ${String(value)}`)
    .join(', ');

function useColumns(): TableColumn<AuditEntry>[] {
  const say = auditText();
  const actor = useActorWords();
  const words = useActionWords();
  return [
    {
      id: 'at',
      title: say('list.at'),
      cell: (entry) => <Time at={entry.at} />,
      text: (entry) => new Date(entry.at).toISOString(),
    },
    {
      id: 'action',
      title: say('list.action'),
      lead: 'lead',
      cell: (entry) => (
        <span className={s.deed}>
          <span>{words(entry.action)}</span>
          <span className={`tiny quiet ${s.by}`}>{actor(entry)}</span>
        </span>
      ),
      text: (entry) => words(entry.action),
      bone: 180,
    },
    { id: 'actor', title: say('list.actor'), narrow: 'hide', cell: actor, text: actor, bone: 120 },
    {
      id: 'subject',
      title: say('list.subject'),
      narrow: 'hide',
      cell: (entry) => <Subject entry={entry} />,
      text: (entry) => subjectName(entry) ?? '',
      bone: 100,
    },
    {
      id: 'address',
      title: say('list.address'),
      narrow: 'hide',
      optional: 'on',
      cell: (entry) => (entry.address === '' ? <span className="quiet">–</span> : <Ltr>{entry.address}</Ltr>),
      text: (entry) => entry.address,
    },
    {
      id: 'details',
      title: say('list.details'),
      narrow: 'hide',
      optional: 'off',
      cell: (entry) => (
        <span className={`tiny quiet ${s.details}`}>
          <Ltr>{dataText(entry)}</Ltr>
        </span>
      ),
      text: dataText,
    },
    {
      id: 'code',
      title: say('list.code'),
      narrow: 'hide',
      optional: 'off',
      cell: (entry) => (
        <span className="tiny">
          <Ltr mono="mono">{entry.action}</Ltr>
        </span>
      ),
      text: (entry) => entry.action,
    },
    {
      id: 'subjectId',
      title: say('list.subjectId'),
      narrow: 'hide',
      optional: 'off',
      cell: (entry) => (
        <span className="tiny">
          <Ltr mono="mono">{entry.subjectId ?? ''}</Ltr>
        </span>
      ),
      text: (entry) => (entry.subjectId === null ? '' : `${entry.subjectKind} ${entry.subjectId}`),
    },
  ];
}

const periods = [1, 7, 30, 90, 365];
/** `most`: how many days back the plan reads. */
function useFilters(most: number | null): ListFilter[] {
  const say = auditText();
  const { data } = useQuery(auditPeopleQuery(useAudit()));
  return [
    {
      id: 'group',
      title: say('list.group'),
      options: actionGroups.map((group) => ({ value: group, label: say(`groups.${group}`) })),
    },
    { id: 'person', title: say('list.actor'), options: (data?.items ?? []).map(({ id, name }) => ({ value: id, label: name })) },
    {
      id: 'days',
      title: say('list.period'),
      options: periods
        .filter((one) => most === null || one <= most)
        .map((days) => ({ value: String(days), label: say('list.lastDays', { days }) })),
    },
  ];
}

/** What happened in the account, newest first; nothing in it can be changed. */
export function AuditLog() {
  const say = auditText();
  const api = useAudit();
  const words = useActionWords();
  const when = useTimeText();
  const list = useListState(auditShape);
  const query = useQuery(auditQuery(api, list));
  const columns = useColumns();
  const days = query.data?.days ?? null;
  const filters = useFilters(days);
  return (
    <section aria-labelledby="audit-log">
      <h2 id="audit-log" className="hidden">
        {say('list.title')}
      </h2>
      <p className={`soft ${s.sub}`}>{days === null ? say('list.sub') : say('list.subDays', { days })}</p>
      <DataTable
        name="audit"
        label={say('list.title')}
        list={list}
        columns={columns}
        rows={query.data?.items}
        rowId={(entry) => entry.id}
        rowName={(entry) => `${words(entry.action)}, ${when(entry.at, 'full')}`}
        page={{ next: query.data?.next ?? null, ...(query.data === undefined ? {} : { total: query.data.total }) }}
        pending={query.isPending}
        {...(query.isError ? { stale: { at: query.dataUpdatedAt, retry: query.refetch } } : {})}
        filters={filters}
        searchLabel={say('list.search')}
        csv={{ file: 'audit-log.csv', page: (at) => exportedPage(api, at) }}
        empty={<EmptyState title={say('list.emptyTitle')} text={say('list.emptyText')} />}
      />
    </section>
  );
}
