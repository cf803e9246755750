/** What people of the fake platform see: a course with its activities in a frame, and the forms that carry a launch and its answer. */
import { type JWTPayload, jwtVerify } from 'jose';
import * as z from 'zod/mini';
import type { LmsAnswers, LmsRequest } from './fake-lms.ts';

export type CoursePerson = { name: string; roles: string[] };
export type Activity = {
  id: string;
  title: string;
  /** What the tool asked to get back with each launch. */
  custom: Record<string, string>;
};
type CourseWish = {
  people: Readonly<Record<string, CoursePerson>>;
  /** Grows by what teachers add. */
  activities: Activity[];
};

const lti = 'https://purl.imsglobal.org/spec/lti/claim';
const service = 'https://purl.imsglobal.org/spec/lti';
const items = z.array(
  z.object({
    type: z.literal('ltiResourceLink'),
    title: z.string(),
    custom: z.record(z.string(), z.string()),
    lineItem: z.object({ scoreMaximum: z.number() }),
  }),
);
const tool = z.object({
  initiate_login_uri: z.string(),
  redirect_uris: z.array(z.string()),
  'https://purl.imsglobal.org/spec/lti-tool-configuration': z.object({ target_link_uri: z.string() }),
});
/** The activity that is a form for a new one. */
export const newActivity = 'new';

const registeredTool = ({ state }: LmsRequest) => z.parse(tool, state.registered.at(-1));
const html = (body: string) => `<!doctype html><meta charset="utf-8"><title>Course</title><body>${body}`;
const field = (name: string, value: string) => `<input type="hidden" name="${name}" value="${value.replaceAll('"', '&quot;')}">`;

function claimsOf(asked: LmsRequest, { people, activities }: CourseWish): JWTPayload {
  const { state, query } = asked;
  const sub = query.get('login_hint') ?? '';
  const link = query.get('lti_message_hint') ?? '';
  const activity = activities.find(({ id }) => id === link);
  const now = Math.floor(Date.now() / 1_000);
  const kind: JWTPayload =
    link === newActivity
      ? {
          [`${lti}/message_type`]: 'LtiDeepLinkingRequest',
          [`${service}-dl/claim/deep_linking_settings`]: {
            ...{ deep_link_return_url: `${state.base}/back`, accept_types: ['ltiResourceLink'], data: 'echo' },
          },
        }
      : {
          [`${lti}/message_type`]: 'LtiResourceLinkRequest',
          [`${lti}/resource_link`]: { id: link, title: activity?.title },
          [`${lti}/custom`]: activity?.custom,
          [`${service}-ags/claim/endpoint`]: { lineitem: `${state.base}/line/1`, scope: [] },
          [`${service}-nrps/claim/namesroleservice`]: { context_memberships_url: `${state.base}/members` },
        };
  return {
    ...{ iss: state.base, aud: state.clientId, sub, nonce: query.get('nonce') ?? '', iat: now, exp: now + 300 },
    name: people[sub]?.name,
    [`${lti}/version`]: '1.3.0',
    [`${lti}/deployment_id`]: 'd1',
    [`${lti}/target_link_uri`]: registeredTool(asked)['https://purl.imsglobal.org/spec/lti-tool-configuration'].target_link_uri,
    [`${lti}/roles`]: people[sub]?.roles ?? [],
    [`${lti}/context`]: { id: 'c1', title: 'Biology 8c' },
    [`${lti}/launch_presentation`]: { locale: 'en' },
    ...kind,
  };
}

/** `/course?as=…&activity=…`: an activity in a frame, as its person sees it. */
export const coursePages = (wish: CourseWish): LmsAnswers => ({
  '/course': ({ query }) => [
    200,
    html(
      `<h1>Biology 8c</h1><iframe title="Activity" src="/launch?${query.toString()}" style="width:100%;height:640px;border:0"></iframe>`,
    ),
  ],
  '/launch': (asked) => {
    const registered = registeredTool(asked);
    const url = new URL(registered.initiate_login_uri);
    const login = {
      ...{ iss: asked.state.base, client_id: asked.state.clientId, login_hint: asked.query.get('as') ?? '' },
      lti_message_hint: asked.query.get('activity') ?? '',
      target_link_uri: registered['https://purl.imsglobal.org/spec/lti-tool-configuration'].target_link_uri,
    };
    for (const [name, value] of Object.entries(login)) url.searchParams.set(name, value);
    return [302, '', { location: url.href }];
  },
  '/auth': async (asked) => {
    const to = asked.query.get('redirect_uri') ?? '';
    if (!registeredTool(asked).redirect_uris.includes(to)) return [400, html('This address is not registered.')];
    const form = field('state', asked.query.get('state') ?? '') + field('id_token', await asked.sign(claimsOf(asked, wish)));
    return [200, html(`<form method="post" action="${to}">${form}</form><script>document.forms[0].submit()</script>`)];
  },
  '/back': async (asked) => {
    const { payload } = await jwtVerify(new URLSearchParams(asked.body).get('JWT') ?? '', await asked.toolKeys(), {
      ...{ issuer: asked.state.clientId, audience: asked.state.base, algorithms: ['RS256'] },
    });
    for (const { title, custom } of z.parse(items, payload[`${service}-dl/claim/content_items`]))
      wish.activities.push({ id: `activity-${wish.activities.length + 1}`, title, custom });
    return [200, html(`<p>Added: ${wish.activities.map(({ title }) => title).join(', ')}</p>`)];
  },
});
