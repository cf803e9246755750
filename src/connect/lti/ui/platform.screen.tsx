import { useQuery } from '@tanstack/react-query';
import { isId } from '#kit/ids.ts';
import { TextInput } from '@mantine/core';
import { Ltr, PageHead, Panel } from '#kit/ui/bits.tsx';
import { Banner } from '#kit/ui/feedback.tsx';
import { SaveBar } from '#kit/ui/form/form-parts.tsx';
import { useDraftForm } from '#kit/ui/form/form.tsx';
import { Link } from '#kit/ui/link.tsx';
import { useToast } from '#kit/ui/overlay/toast.tsx';
import { usePageTitle } from '#kit/ui/page.tsx';
import { useApi } from '#kit/ui/query/api.tsx';
import { type LoadContext, useLoaded } from '#kit/ui/screen.ts';
import { Status } from '#kit/ui/status.tsx';
import { Time } from '#kit/ui/time.tsx';
import type { LtiPlatformDetail } from '../lti.contract.ts';
import { PlatformKey } from './key-values.part.tsx';
import s from './lti.module.css';
import { coursesQuery, ltiApi, overviewQuery, platformQuery, useLtiRefresh } from './lti-data.hook.ts';
import { ltiText } from './lti-text.hook.ts';
import {
  deploymentsIn,
  type PlatformFields,
  RoleFields,
  RuleFields,
  ToolAddresses,
  ValueFields,
} from './platform-fields.part.tsx';

export const validate = ({ params }: LoadContext): boolean => isId(params['id'] ?? '');
export const load = async ({ api, queries, params: { id = '' } }: LoadContext) => {
  const client = api(ltiApi);
  await Promise.all([
    queries.ensureQueryData(platformQuery(client, id)),
    queries.ensureQueryData(coursesQuery(client, id)),
    queries.ensureQueryData(overviewQuery(client)),
  ]);
  return { id };
};

function Courses({ id }: { id: string }) {
  const say = ltiText();
  const items = useQuery(coursesQuery(useApi(ltiApi), id)).data?.items ?? [];
  return (
    <Panel title={say('one.courses')} id="courses">
      {items.length === 0 && <p className="soft">{say('one.noCourses')}</p>}
      <ul className={s.rows}>
        {items.map((course) => (
          <li key={course.id}>
            <bdi className="strong">{course.title}</bdi>
            {course.room !== null && <bdi>{course.room.name}</bdi>}
            <span className="quiet">{say('one.people', { count: course.people })}</span>
            {course.lastLaunchAt !== null && <Time at={course.lastLaunchAt} />}
          </li>
        ))}
      </ul>
    </Panel>
  );
}

const fieldsOf = (platform: LtiPlatformDetail): PlatformFields => ({
  ...platform,
  deploymentIds: platform.deploymentIds.join('\n'),
});

function usePlatformForm(platform: LtiPlatformDetail) {
  const say = ltiText();
  const { lti } = useApi(ltiApi);
  const refresh = useLtiRefresh();
  const toast = useToast();
  return useDraftForm<PlatformFields>({
    key: null,
    initial: fieldsOf(platform),
    check: ({ name, clientId }) => ({
      ...(name.trim() === '' ? { name: 'required' } : {}),
      ...(clientId.trim() === '' ? { clientId: 'required' } : {}),
    }),
    say,
    save: async ({ name, clientId, deploymentIds, authUrl, tokenUrl, keysUrl, ...rest }) => {
      const { teachersMakeRooms, roomOffer, launchPlace, roles } = rest;
      const values = { clientId, deploymentIds: deploymentsIn(deploymentIds), authUrl, tokenUrl, keysUrl };
      const body = platform.registered === 'by_key' ? { name } : { name, ...values };
      await lti.changePlatform({
        params: { id: platform.id },
        body: { ...body, teachersMakeRooms, roomOffer, launchPlace, roles, version: platform.version },
      });
      toast({ text: say('one.saved') });
      await refresh();
    },
  });
}

function Platform({ platform }: { platform: LtiPlatformDetail }) {
  const say = ltiText();
  const addresses = useQuery(overviewQuery(useApi(ltiApi))).data?.addresses;
  const form = usePlatformForm(platform);
  usePageTitle(platform.name);
  return (
    <>
      <PageHead title={<bdi>{platform.name}</bdi>} sub={<Ltr>{platform.issuer}</Ltr>}>
        <Status of={platform.state} />
      </PageHead>
      {platform.state === 'waiting' && (
        <Banner
          hue="blue"
          action={
            <Link className="link" to="/lti">
              {say('log.title')}
            </Link>
          }
        >
          {say('add.listen', { platform: platform.name })}
        </Banner>
      )}
      <form onSubmit={form.submit} noValidate>
        <div className={s.cards}>
          <Panel title={say('add.values')} id="values">
            <div className={s.form}>
              <TextInput size="md" dir="auto" autoComplete="off" label={say('add.name')} {...form.input('name')} />
              {platform.registered !== 'by_key' && <ValueFields form={form} issuer="stays" />}
            </div>
          </Panel>
          <div className={s.form} style={{ margin: 0 }}>
            <Panel title={say('add.rules')} id="rules">
              <div className={s.form}>
                <RuleFields form={form} />
              </div>
            </Panel>
            <Panel title={say('rules.roles')} id="roles">
              <div className={s.form}>
                <RoleFields form={form} />
              </div>
            </Panel>
          </div>
        </div>
        <SaveBar form={form} primary={say('one.save')} />
      </form>
      <div className={s.cards}>
        <Courses id={platform.id} />
        {platform.registered === 'by_key' && (
          <Panel title={say('add.by_key')} id="by-key">
            <PlatformKey platform={platform} />
          </Panel>
        )}
        {addresses !== undefined && platform.registered !== 'by_key' && (
          <Panel title={say('add.copyInto', { platform: platform.name })} id="addresses">
            <div className={s.form}>
              <ToolAddresses addresses={addresses} />
            </div>
          </Panel>
        )}
      </div>
    </>
  );
}

/** One platform: its values, what its people may, and where it uses rooms. */
export function Screen() {
  const { id } = useLoaded<typeof load>();
  const platform = useQuery(platformQuery(useApi(ltiApi), id)).data;
  return platform === undefined ? null : <Platform key={platform.version} platform={platform} />;
}
