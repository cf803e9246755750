import { useMemo } from 'react';
import { useNavigate } from 'react-router';
import { Failure } from '#kit/errors.ts';
import { useApi } from '#kit/ui/query/api.tsx';
import { useAsk } from '#kit/ui/overlay/ask.tsx';
import { Ltr, PageHead } from '#kit/ui/bits.tsx';
import { useDraftForm } from '#kit/ui/form/form.tsx';
import { FormPage, FormSide, SaveBar } from '#kit/ui/form/form-parts.tsx';
import { Link } from '#kit/ui/link.tsx';
import { usePageTitle } from '#kit/ui/page.tsx';
import { type LoadContext, useLoaded } from '#kit/ui/screen.ts';
import { useReader } from '#kit/ui/text/reader.tsx';
import { useUnsaved } from '#kit/ui/form/unsaved.ts';
import type { ServerItem } from '../server-views.contract.ts';
import { type ConnectionTrial, useTrial } from './connection-test.part.tsx';
import { bodyOf, changesOf, connectionOf, draftOf, draftTrouble, emptyDraft, type ServerDraft } from './server-draft.hook.ts';
import { ConnectionSection, MaintenanceSection, NoteSection, PlacementSections } from './server-form.part.tsx';
import { ServerStatus } from './server-state.part.tsx';
import { hostOf } from './server-words.hook.ts';
import { serversApi, useServersRefresh } from './servers-data.hook.ts';
import { useServerName } from './blocks/server-name.hook.ts';
import { type ServersSay, serversText } from './servers-text.hook.ts';
import s from './servers.module.css';

type LoadedServer = { server: ServerItem | null; choose: ServerItem[] | null };

const sectionsOf = (say: ServersSay) => [
  { id: 'connection', title: say('form.connection'), fields: ['name', 'url', 'secret', 'hash'] },
  { id: 'placement', title: say('form.placement'), fields: ['tags', 'pools', 'region'] },
  { id: 'limits', title: say('form.limits'), fields: ['maxPeople', 'maxMeetings', 'multiplier'] },
  { id: 'maintenance', title: say('form.maintenance'), fields: ['maintenance'] },
  { id: 'note', title: say('form.note'), fields: ['note'] },
];
const labelsOf = (say: ServersSay): Record<keyof ServerDraft, string> => ({
  name: say('form.name'),
  url: say('form.url'),
  secret: say('form.secret'),
  hash: say('form.hash'),
  region: say('form.region'),
  tags: say('form.tags'),
  pools: say('form.pools'),
  multiplier: say('form.multiplier'),
  maxMeetings: say('form.maxMeetings'),
  maxPeople: say('form.maxPeople'),
  maintenance: say('form.maintenance'),
  note: say('form.note'),
});

/** Thrown when somebody goes back to the form; there is nothing to say about it. */
const stays = new Failure('not_saved');

/** A connection that was changed is tried first; what does not work is saved only on the word of the operator. */
function useSave({ server, first, trial }: { server: ServerItem | null; first: ServerDraft; trial: ConnectionTrial }) {
  const say = serversText();
  const api = useApi(serversApi);
  const ask = useAsk();
  const navigate = useNavigate();
  const refresh = useServersRefresh();
  const { zone } = useReader();
  const works = async (draft: ServerDraft) => {
    if (server?.kind === 'engine' || (server !== null && connectionOf(draft) === connectionOf(first))) return true;
    const result = trial.knows(draft) ? trial.result : await trial.run(draft);
    if (result !== null && result.outcome !== 'failed') return true;
    return ask({
      title: say('ask.saveTitle', { name: draft.name.trim() }),
      lead: say('ask.saveLead'),
      verb: say('ask.saveVerb'),
      safe: say('ask.back'),
    });
  };
  return async (draft: ServerDraft) => {
    if (!(await works(draft))) throw stays;
    const saved =
      server === null
        ? await api.servers.add({ body: bodyOf(draft, zone) })
        : await api.servers.edit({
            params: { id: server.id },
            body: { ...changesOf({ first, draft, zone }), revision: server.revision },
          });
    await refresh();
    await navigate(`/servers?server=${saved.id}`, { replace: true });
  };
}

function ServerForm({ server }: { server: ServerItem | null }) {
  const say = serversText();
  const nameOf = useServerName();
  const { zone } = useReader();
  const first = useMemo(() => (server === null ? emptyDraft : draftOf(server, zone)), [server, zone]);
  const trial = useTrial(server?.id ?? null);
  const of = server === null ? 'new' : server.kind === 'engine' ? 'engine' : 'kept';
  const form = useDraftForm<ServerDraft>({
    // a draft would put the secret into the browser's store
    key: null,
    initial: first,
    check: (values) => draftTrouble(values, { of, zone }),
    labels: labelsOf(say),
    say,
    save: useSave({ server, first, trial }),
  });
  useUnsaved(form.changes.length > 0 && !form.saving ? 'changed' : 'settled');
  const word = (name: string, value: unknown) =>
    name === 'secret'
      ? value === ''
        ? ''
        : '•••'
      : name === 'maintenance'
        ? say('form.windows', { count: Array.isArray(value) ? value.length : 0 })
        : String(value ?? '');
  const title = server === null ? say('form.newTitle') : say('form.editTitle', { name: nameOf(server.name) });
  usePageTitle(title);
  return (
    <>
      <PageHead
        title={title}
        sub={
          server === null ? <span className="quiet">{say('form.newSub')}</span> : <ServerStatus server={server} look="plain" />
        }
      />
      <form method="post" onSubmit={form.submit} noValidate>
        <FormPage
          side={<FormSide form={form} sections={sectionsOf(say)} wordOf={(change, which) => word(change.name, change[which])} />}
        >
          <ConnectionSection form={form} server={server} trial={trial} />
          <PlacementSections form={form} />
          <MaintenanceSection form={form} />
          <NoteSection form={form} />
        </FormPage>
        <SaveBar form={form} {...(server === null && { primary: say('form.make'), always: 'always' as const })} />
      </form>
    </>
  );
}

function Choose({ servers }: { servers: readonly ServerItem[] }) {
  const say = serversText();
  const nameOf = useServerName();
  usePageTitle(say('form.chooseTitle'));
  return (
    <>
      <PageHead title={say('form.chooseTitle')} />
      <ul className={s.choose}>
        {servers.map((server) => (
          <li key={server.id}>
            <Link to={`/servers/edit-server/${server.id}`}>
              <span className="grow cut">
                <bdi className="strong">{nameOf(server.name)}</bdi> <Ltr className="small quiet">{hostOf(server.url)}</Ltr>
              </span>
              <ServerStatus server={server} look="plain" />
            </Link>
          </li>
        ))}
      </ul>
    </>
  );
}

/** `/servers/add-server`, `/servers/edit-server/{id}`; without an id, the list to choose from. */
export function Screen() {
  const { server, choose } = useLoaded<typeof load>();
  return choose === null ? <ServerForm key={server?.id ?? 'new'} server={server} /> : <Choose servers={choose} />;
}

export const load = async ({ api, params, url }: LoadContext): Promise<LoadedServer> => {
  const { servers } = api(serversApi);
  if (url.pathname.endsWith('/add-server')) return { server: null, choose: null };
  const { id } = params;
  if (id === undefined) return { server: null, choose: (await servers.list({ query: { limit: 100 } })).items };
  return { server: await servers.get({ params: { id } }), choose: null };
};
