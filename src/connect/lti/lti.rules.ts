/** LTI 1.3 and 1.1: what a platform may, which roles its people get, and why a launch is refused. IMS "LTI Core 1.3", "Security Framework 1.1". */

/** Learning platforms whose own words the guide uses; `other` uses those of the standard. */
export const ltiPrograms = ['moodle', 'canvas', 'ilias', 'other'] as const;
export type LtiProgram = (typeof ltiPrograms)[number];

/** `teacher` moderates, `assistant` moderates and chooses no rooms, `learner` takes part, `nobody` is refused. */
export const courseParts = ['teacher', 'assistant', 'learner', 'nobody'] as const;
export type CoursePart = (typeof courseParts)[number];

/** Roles of the LIS vocabulary that the table of a platform names, the strongest first. */
export const courseRoles = ['administrator', 'instructor', 'contentDeveloper', 'mentor', 'learner', 'none'] as const;
export type CourseRole = (typeof courseRoles)[number];
export type RoleTable = Readonly<Record<CourseRole, CoursePart>>;
export const usualRoles: RoleTable = {
  administrator: 'teacher',
  instructor: 'teacher',
  contentDeveloper: 'teacher',
  mentor: 'assistant',
  learner: 'learner',
  none: 'nobody',
};

/** Which rooms teachers are offered: those made in the platform's courses, or all of the account. */
export const roomOffers = ['made_there', 'all'] as const;
/** Where the platform opens us: in its page, or always in a tab of its own. */
export const launchPlaces = ['frame', 'tab'] as const;

/** Why a launch, a login or a registration was refused; the log says `refusals.<code>`. */
export const ltiRefusals = [
  'platform_unknown',
  'client_unknown',
  'lti_disabled',
  'login_incomplete',
  'state_unknown',
  'state_mismatch',
  'state_used',
  'token_malformed',
  'algorithm_refused',
  'key_missing',
  'key_unknown',
  'keys_unreachable',
  'signature_invalid',
  'expired',
  'not_yet_valid',
  'issuer_mismatch',
  'audience_mismatch',
  'azp_mismatch',
  'nonce_mismatch',
  'deployment_unknown',
  'version_unsupported',
  'message_unsupported',
  'claim_missing',
  'role_refused',
  'room_missing',
  'deep_link_refused',
  'platform_refused',
  'nonce_used',
] as const;
export type LtiRefusal = (typeof ltiRefusals)[number];

/** How a platform was connected: LTI 1.3 by itself or by its values, LTI 1.1 by a consumer key and a shared secret. */
export const platformRegistrations = ['itself', 'by_hand', 'by_key'] as const;
/** Seconds by which the time of a launch by key may differ from ours, either way. */
export const keyLaunchSeconds = 300;

/** A platform is `waiting` until its first good launch. */
export const platformStates = ['waiting', 'connected', 'disabled'] as const;

/**
 * What a teacher wants graded: nothing; the share of meetings in which somebody was there for so many per cent of the time; the best of
 * these shares is 100.
 */
export const gradeRules = ['none', 'attended'] as const;

/** Of the keys by which meetings know people of a course. */
export const personPrefix = 'lti-';

export const ltiLimits = {
  name: 100,
  url: 500,
  clientId: 200,
  deployments: 50,
  deploymentId: 255,
  search: 100,
  title: 200,
  /** Days that the log of launches goes back. */
  logDays: 90,
  /** Seconds in which a login has to come back as a launch. */
  loginSeconds: 600,
  /** Seconds by which clocks may differ. */
  skewSeconds: 60,
  /** Seconds that the page of a launch stays open. */
  visitSeconds: 43_200,
  /** Seconds that an address for dynamic registration works. */
  registrationSeconds: 3_600,
  /** Days after which a new key signs; the old one is published as long again. */
  keyDays: 90,
} as const;
