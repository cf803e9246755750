/** What a guide is made of. */
import type { ClientName } from '../endpoint/endpoint.rules.ts';

export const programKinds = ['learning', 'website', 'work'] as const;
export type ProgramKind = (typeof programKinds)[number];

export const programIds = ['moodle', 'wordpress', 'nextcloud', 'greenlight', 'canvas', 'ilias', 'rocketchat', 'other'] as const;
export type ProgramId = (typeof programIds)[number];

/** What a call of the program proves, weakest first. */
export const proofs = ['reached', 'secret', 'meeting', 'joined'] as const;
export type GuideProof = (typeof proofs)[number];

/**
 * `url` ends with `/bigbluebutton/`, `apiUrl` with `/bigbluebutton/api/`; `bareUrl` has neither scheme nor `/bigbluebutton/`;
 * `secret` is the chosen secret.
 */
export type FieldValue = 'url' | 'apiUrl' | 'bareUrl' | 'secret' | { fixed: string };
export type GuideField = { label: string; value: FieldValue };

export type GuideStep = {
  /** Title and text stand under `step.<words>`. */
  words: string;
  /** The way through the menus of the program. */
  path: readonly string[];
  fields: readonly GuideField[];
  /** Names for the text: `{a}`, `{b}`. */
  names: readonly string[];
  /** What has to be seen for the step to be done; null: no call shows it. */
  proof: GuideProof | null;
};

export type PluginProgram = {
  id: ProgramId;
  name: string;
  /** Two letters in place of a logo. */
  letters: string;
  kind: ProgramKind | null;
  /** What the log calls it; the first is its own name. */
  clients: readonly ClientName[];
  /** Versions that the guide is for, as the makers write them. */
  versions: string;
  /** The maker's own page, or null. */
  page: string | null;
  steps: readonly GuideStep[];
  /** Texts under `pitfall`. */
  pitfalls: readonly string[];
};

/** The endpoint's address in the form that a field wants. `url` ends with `/bigbluebutton/`. */
export function addressAs(url: string, form: 'url' | 'apiUrl' | 'bareUrl'): string {
  if (form === 'apiUrl') return `${url}api/`;
  return form === 'url' ? url : url.replace(/^https?:\/\//, '').replace(/\/bigbluebutton\/$/, '');
}
