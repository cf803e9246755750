/** What an id token of a launch has to say before it is believed, and what is read of it. LTI Core 1.3 §5, Security Framework 1.1 §5.1.3. */
import { personName } from '@atrium/bbb/person-name';
import * as z from 'zod/mini';
import { type Locale, locales } from '#kit/facts.ts';
import {
  optionalList,
  optionalNumber,
  optionalText,
  optionalValue,
  readableText,
  readableValue,
  writtenNumber,
  writtenText,
} from '#kit/lenient.ts';
import { type CoursePart, type CourseRole, courseRoles, type LtiRefusal, ltiLimits, type RoleTable } from './lti.rules.ts';

const lti = 'https://purl.imsglobal.org/spec/lti/claim';
const service = 'https://purl.imsglobal.org/spec/lti';
export const claimNames = {
  messageType: `${lti}/message_type`,
  version: `${lti}/version`,
  deployment: `${lti}/deployment_id`,
  target: `${lti}/target_link_uri`,
  link: `${lti}/resource_link`,
  roles: `${lti}/roles`,
  context: `${lti}/context`,
  custom: `${lti}/custom`,
  presentation: `${lti}/launch_presentation`,
  grades: `${service}-ags/claim/endpoint`,
  members: `${service}-nrps/claim/namesroleservice`,
  deepLinking: `${service}-dl/claim/deep_linking_settings`,
  items: `${service}-dl/claim/content_items`,
  data: `${service}-dl/claim/data`,
} as const;
export const serviceScopes = {
  score: `${service}-ags/scope/score`,
  lineItem: `${service}-ags/scope/lineitem`,
  members: `${service}-nrps/scope/contextmembership.readonly`,
} as const;

/** Claims longer than that are no names of anybody. */
const word = writtenText.check(z.maxLength(2_000));
const optionalWord = optionalValue(word);
/** A list, or all of them in one text, as LTI 1.1 has it; entries that are no names of roles are left out. */
export const roleNames = z.pipe(
  z.transform((given: unknown) =>
    (Array.isArray(given) ? given : [given])
      .flatMap((one) => (typeof one === 'string' ? one.slice(0, 20_000).split(',') : []))
      .flatMap((role) => (role.trim() === '' ? [] : roleUri(role.trim()))),
  ),
  z.array(z.string()),
);
const url = z.string().check(z.maxLength(2_000), z.url({ protocol: /^https?$/ }));
const claims = z.object({
  iss: word,
  aud: optionalList(word),
  azp: optionalWord,
  sub: optionalWord,
  nonce: optionalWord,
  exp: writtenNumber,
  iat: writtenNumber,
  nbf: optionalNumber,
  name: readableText,
  given_name: readableText,
  family_name: readableText,
  email: readableText,
  [claimNames.messageType]: optionalWord,
  [claimNames.version]: optionalWord,
  [claimNames.deployment]: optionalWord,
  [claimNames.target]: optionalWord,
  [claimNames.link]: readableValue(z.object({ id: word, title: readableText })),
  [claimNames.roles]: roleNames,
  [claimNames.context]: readableValue(z.object({ id: word, title: readableText, label: readableText })),
  [claimNames.custom]: readableValue(z.record(z.string(), z.unknown())),
  [claimNames.presentation]: readableValue(z.object({ locale: readableText })),
  [claimNames.grades]: readableValue(z.object({ lineitem: optionalValue(url), scope: optionalList(word) })),
  [claimNames.members]: readableValue(z.object({ context_memberships_url: url })),
  // launches of a link have it too on some platforms, empty or as a list
  [claimNames.deepLinking]: readableValue(
    z.object({ deep_link_return_url: url, accept_types: optionalList(word), data: optionalText }),
  ),
});
export type LaunchClaims = z.infer<typeof claims>;

/** Why a launch is not let in; `value`: what did not fit, where it may be shown. */
export type LaunchRefusal = { refusal: LtiRefusal; value?: string };

export type DeepLinkReturn = {
  returnUrl: string;
  deploymentId: string;
  contextId: string | null;
  data: string | null;
  accepts: string[];
};

/** The header of a token, before its signature is looked at. */
export function headTrouble(head: { alg?: unknown; kid?: unknown }): LaunchRefusal | null {
  if (head.alg !== 'RS256') return { refusal: 'algorithm_refused', value: String(head.alg).slice(0, 20) };
  return typeof head.kid === 'string' && head.kid !== '' ? null : { refusal: 'key_missing' };
}

export type LaunchExpectations = {
  issuer: string;
  clientId: string;
  deploymentIds: readonly string[];
  nonceHash: string;
  hash: (nonce: string) => string;
  /** Seconds since the epoch. */
  now: number;
};

/** Who made the token, for whom, and when. */
function tokenTrouble(all: LaunchClaims, { issuer, clientId, nonceHash, hash, now }: LaunchExpectations): LaunchRefusal | null {
  if (all.iss !== issuer) return { refusal: 'issuer_mismatch', value: all.iss };
  const audience = all.aud;
  if (!audience.includes(clientId)) return { refusal: 'audience_mismatch', value: audience.join(' ') };
  if (audience.length > 1 && all.azp === undefined) return { refusal: 'azp_mismatch' };
  if (all.azp !== undefined && all.azp !== clientId) return { refusal: 'azp_mismatch', value: all.azp };
  if (all.exp <= now - ltiLimits.skewSeconds) return { refusal: 'expired' };
  // a token that is good for ever must not be: none is older than a login
  if (all.iat < now - ltiLimits.loginSeconds - ltiLimits.skewSeconds) return { refusal: 'expired' };
  if (Math.max(all.iat, all.nbf ?? 0) > now + ltiLimits.skewSeconds) return { refusal: 'not_yet_valid' };
  return all.nonce !== undefined && hash(all.nonce) === nonceHash ? null : { refusal: 'nonce_mismatch' };
}

export const missingClaim = (value: string): LaunchRefusal => ({ refusal: 'claim_missing', value });

/** What the message has to have of its own kind. */
function messageTrouble(all: LaunchClaims, deploymentIds: readonly string[]): LaunchRefusal | null {
  const deployment = all[claimNames.deployment];
  if (deployment === undefined || deployment === '') return missingClaim('deployment_id');
  if (!deploymentIds.includes(deployment)) return { refusal: 'deployment_unknown', value: deployment };
  const version = all[claimNames.version];
  if (version !== '1.3.0') return { refusal: 'version_unsupported', ...(version === undefined ? {} : { value: version }) };
  const kind = all[claimNames.messageType];
  if (kind !== 'LtiResourceLinkRequest' && kind !== 'LtiDeepLinkingRequest')
    return { refusal: 'message_unsupported', ...(kind === undefined ? {} : { value: kind }) };
  if (all.sub === undefined || all.sub === '') return missingClaim('sub');
  if (kind === 'LtiResourceLinkRequest') {
    if (all[claimNames.target] === undefined) return missingClaim('target_link_uri');
    return (all[claimNames.link]?.id ?? '') === '' ? missingClaim('resource_link') : null;
  }
  const settings = all[claimNames.deepLinking];
  if (settings === undefined) return missingClaim('deep_linking_settings');
  return settings.accept_types.includes('ltiResourceLink')
    ? null
    : { refusal: 'deep_link_refused', value: settings.accept_types.join(' ') };
}

/** A payload whose signature is good, as far as its claims can be read. */
export function readClaims(payload: unknown): { claims: LaunchClaims } | LaunchRefusal {
  const read = z.safeParse(claims, payload);
  if (read.success) return { claims: read.data };
  return missingClaim(
    String(read.error.issues[0]?.path[0] ?? '')
      .split('/')
      .at(-1) ?? '',
  );
}
export function readLaunch(payload: unknown, expected: LaunchExpectations): { claims: LaunchClaims } | LaunchRefusal {
  const read = readClaims(payload);
  if ('refusal' in read) return read;
  return tokenTrouble(read.claims, expected) ?? messageTrouble(read.claims, expected.deploymentIds) ?? read;
}

const vocabulary = 'http://purl.imsglobal.org/vocab/lis/v2/';
const namesOfRoles: Readonly<Record<string, CourseRole>> = {
  [`${vocabulary}system/person#Administrator`]: 'administrator',
  [`${vocabulary}system/person#SysAdmin`]: 'administrator',
  [`${vocabulary}institution/person#Administrator`]: 'administrator',
  [`${vocabulary}membership#Administrator`]: 'administrator',
  [`${vocabulary}membership#Instructor`]: 'instructor',
  [`${vocabulary}membership#ContentDeveloper`]: 'contentDeveloper',
  [`${vocabulary}membership#Mentor`]: 'mentor',
  [`${vocabulary}membership#Learner`]: 'learner',
};
const assistantRole = /^(?:Teaching|Grader|SecondaryInstructor|\w*Assistant)/;
const isAssistant = (name: string): boolean => assistantRole.test(name.split('membership/Instructor#')[1] ?? '');
const contextRole = 'urn:lti:role:ims/lis/';
/**
 * Names of before LTI 1.3 (LTI 1.1 §A.2): roles of the system, of the institution and of the course, the last also by their short names
 * (LTI Core 1.3 §A.2.3). Those of an institution count for nothing: a teacher there may learn here.
 */
function roleUri(role: string): string {
  if (/^https?:/.test(role)) return role;
  if (role.startsWith('urn:lti:sysrole:ims/lis/')) return `${vocabulary}system/person#${role.split('/').at(-1)}`;
  if (role.startsWith('urn:lti:instrole:ims/lis/')) return `${vocabulary}institution/person#${role.split('/').at(-1)}`;
  const [name = '', part] = role.replace(contextRole, '').split('/');
  // a role of its own there, part of the instructor's in LTI 1.3
  if (name === 'TeachingAssistant') return `${vocabulary}membership/Instructor#TeachingAssistant`;
  return part === undefined ? `${vocabulary}membership#${name}` : `${vocabulary}membership/${name}#${part}`;
}
function roleOf(uri: string): CourseRole | null {
  const part = /membership\/(\w+)#/.exec(uri)?.[1];
  return namesOfRoles[uri] ?? (part === undefined ? null : (namesOfRoles[`${vocabulary}membership#${part}`] ?? null));
}

/** The part in the course: that of the strongest role that the table lets take part. */
export function partOf(roles: readonly string[], table: RoleTable): CoursePart {
  // a platform that names no roles sends somebody to take part, not to teach
  if (roles.length === 0) return table.learner;
  // platforms name "Instructor" beside the assistant's role
  if (roles.some((name) => isAssistant(name)) && table.mentor !== 'nobody') return table.mentor;
  const held = roles.map(roleOf).filter((one) => one !== null);
  const strongest = courseRoles.find((role) => held.includes(role) && table[role] !== 'nobody');
  return strongest === undefined ? table.none : table[strongest];
}

/** What others see the person by; null: the platform keeps it to itself. */
export function nameOf(all: {
  name?: string | undefined;
  given_name?: string | undefined;
  family_name?: string | undefined;
}): string | null {
  const { name, given_name = '', family_name = '' } = all;
  return personName(name ?? `${given_name} ${family_name}`) || null;
}
export const titleOf = (text: string | undefined): string | null => {
  const title = (text ?? '').replace(/[\p{Cc}\s]+/gu, ' ').trim();
  return title.slice(0, ltiLimits.title) || null;
};

/** The language that a platform names, `de_DE` or `de-DE`, as far as we speak it. */
export function localeNamed(tag: string | undefined): Locale | null {
  const [language = ''] = (tag ?? '').toLowerCase().split(/[-_]/);
  return locales.find((one) => one.toLowerCase().split('-')[0] === language) ?? null;
}

/** Seconds that somebody was in during a meeting, stays that overlap counted once. */
export function secondsIn(stays: readonly { from: number; until: number }[], meeting: { from: number; until: number }): number {
  let [sum, reached] = [0, meeting.from];
  for (const { from, until } of [...stays].sort((one, other) => one.from - other.from)) {
    const [begin, end] = [Math.max(from, reached), Math.min(until, meeting.until)];
    if (end > begin) [sum, reached] = [sum + end - begin, end];
  }
  return sum / 1_000;
}

export type HeldMeeting = { id: string; from: number; until: number };
export type PersonStay = { meetingId: string; from: number; until: number };
/** How many of the meetings somebody attended for so many per cent of the time, and the minutes in all. */
export function attendanceIn(
  meetings: readonly HeldMeeting[],
  { stays, atLeastPercent }: { stays: readonly PersonStay[]; atLeastPercent: number },
): { attended: number; minutes: number } {
  let [attended, seconds] = [0, 0];
  for (const meeting of meetings) {
    const there = secondsIn(
      stays.filter(({ meetingId }) => meetingId === meeting.id),
      meeting,
    );
    seconds += there;
    if (there > 0 && there * 100_000 >= (meeting.until - meeting.from) * atLeastPercent) attended++;
  }
  return { attended, minutes: Math.ceil(seconds / 60) };
}
/** 0 to 100. */
export const gradeOf = (attended: number, meetings: number): number =>
  meetings === 0 ? 0 : Math.round((attended / meetings) * 100);
