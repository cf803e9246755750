/** The guides themselves. Menus and fields are named as in the English version of each program. */
import type { GuideStep, PluginProgram, GuideProof } from './guides.rules.ts';

const step = (words: string, proof: GuideProof | null, rest: Partial<GuideStep> = {}): GuideStep => ({
  words,
  proof,
  path: [],
  fields: [],
  names: [],
  ...rest,
});

const moodleAdmin = ['Site administration', 'Plugins', 'Activity modules'];
const moodle: PluginProgram = {
  id: 'moodle',
  name: 'Moodle',
  letters: 'Mo',
  kind: 'learning',
  clients: ['moodle'],
  versions: 'Moodle 4.5',
  page: 'https://docs.moodle.org/en/BigBlueButton',
  steps: [
    step('moodleEnable', 'reached', {
      path: [...moodleAdmin, 'Manage activities'],
      names: ['BigBlueButton', 'I understand and accept the data processing agreement'],
    }),
    step('values', 'secret', {
      path: [...moodleAdmin, 'BigBlueButton', 'General settings'],
      fields: [
        { label: 'BigBlueButton server URL', value: 'url' },
        { label: 'BigBlueButton shared secret', value: 'secret' },
        { label: 'BigBlueButton server checksum algorithm', value: { fixed: 'SHA256' } },
      ],
    }),
    step('moodleNews', null, {
      path: [...moodleAdmin, 'BigBlueButton', 'Extended capabilities'],
      names: ['Send recording available notification', 'Register live sessions'],
    }),
    step('moodleTry', 'joined', { names: ['BigBlueButton', 'Join session'] }),
  ],
  pitfalls: ['moodlePorts', 'moodleFormats', 'callback', 'hash'],
};

const wordpress: PluginProgram = {
  id: 'wordpress',
  name: 'WordPress',
  letters: 'Wp',
  kind: 'website',
  clients: ['wordpress'],
  versions: 'WordPress 5.1+, BigBlueButton 3.0',
  page: 'https://wordpress.org/plugins/bigbluebutton/',
  steps: [
    step('install', 'reached', { path: ['Plugins', 'Add New'], names: ['BigBlueButton (Blindside Networks)'] }),
    step('values', 'secret', {
      path: ['Rooms', 'Settings'],
      fields: [
        { label: 'EndPoint', value: 'url' },
        { label: 'Shared Secret', value: 'secret' },
      ],
    }),
    step('wordpressTry', 'joined', { path: ['Rooms', 'Add New'] }),
  ],
  pitfalls: ['slash', 'sha1', 'wordpressOld'],
};

const nextcloud: PluginProgram = {
  id: 'nextcloud',
  name: 'Nextcloud',
  letters: 'Nc',
  kind: 'work',
  clients: ['nextcloud'],
  versions: 'BigBlueButton Integration 2.x',
  page: 'https://apps.nextcloud.com/apps/bbb',
  steps: [
    step('install', 'reached', { path: ['Apps'], names: ['BigBlueButton Integration'] }),
    step('values', 'secret', {
      path: ['Administration settings', 'Additional settings', 'BigBlueButton'],
      fields: [
        { label: 'API URL', value: 'url' },
        { label: 'API secret', value: 'secret' },
      ],
    }),
    step('nextcloudTry', 'joined', { path: ['BigBlueButton'] }),
  ],
  pitfalls: ['httpsOnly', 'nextcloudTheme'],
};

const greenlight: PluginProgram = {
  id: 'greenlight',
  name: 'Greenlight 3',
  letters: 'Gl',
  kind: 'work',
  clients: ['greenlight'],
  versions: 'Greenlight 3',
  page: 'https://docs.bigbluebutton.org/greenlight/v3/install/',
  steps: [
    step('greenlightValues', 'secret', {
      path: ['.env'],
      fields: [
        { label: 'BIGBLUEBUTTON_ENDPOINT', value: 'url' },
        { label: 'BIGBLUEBUTTON_SECRET', value: 'secret' },
      ],
    }),
    step('greenlightRestart', 'reached', {
      fields: [{ label: 'Shell', value: { fixed: 'docker compose down && docker compose up -d' } }],
    }),
    step('greenlightTry', 'joined'),
  ],
  pitfalls: ['callback', 'sha1', 'oldRecordings'],
};

const canvas: PluginProgram = {
  id: 'canvas',
  name: 'Canvas',
  letters: 'Ca',
  kind: 'learning',
  clients: ['canvas'],
  versions: 'Canvas LMS',
  page: 'https://github.com/instructure/canvas-lms/wiki',
  steps: [
    step('canvasOpen', 'reached', { path: ['Admin', 'Site Admin', 'Plugins', 'Big Blue Button'], names: ['Site Admin'] }),
    step('canvasValues', 'secret', {
      fields: [
        { label: 'Domain', value: 'bareUrl' },
        { label: 'Secret', value: 'secret' },
      ],
      names: ['Domain', 'https://', '/bigbluebutton/'],
    }),
    step('canvasTry', 'joined', { names: ['Conferences'] }),
  ],
  pitfalls: ['httpsOnly', 'callback', 'sha1'],
};

const ilias: PluginProgram = {
  id: 'ilias',
  name: 'ILIAS',
  letters: 'Il',
  kind: 'learning',
  clients: ['ilias'],
  versions: 'ILIAS 6–9, MultiVc',
  page: 'https://github.com/internetlehrer/MultiVc',
  steps: [
    step('iliasInstall', 'reached', {
      path: ['Administration', 'Extending ILIAS', 'Plugins'],
      fields: [{ label: 'MultiVc', value: { fixed: 'Customizing/global/plugins/Services/Repository/RepositoryObject/MultiVc' } }],
      names: ['MultiVc', 'release7', 'release9'],
    }),
    step('iliasValues', 'secret', {
      path: ['Administration', 'Extending ILIAS', 'Plugins', 'MultiVc', 'Configure'],
      fields: [
        { label: 'Public URL of the BBB server', value: 'url' },
        { label: 'Private URL of the BBB server', value: 'url' },
        { label: 'Password (secret) of the BBB server', value: 'secret' },
      ],
      names: ['BigBlueButton'],
    }),
    step('iliasTry', 'joined', { names: ['Virtual meeting room'] }),
  ],
  pitfalls: ['slash', 'oldRecordings'],
};

const rocketchat: PluginProgram = {
  id: 'rocketchat',
  name: 'Rocket.Chat',
  letters: 'Rc',
  kind: 'work',
  clients: ['rocketchat'],
  versions: 'Rocket.Chat 6+',
  page: 'https://www.rocket.chat/apps/bigbluebutton',
  steps: [
    step('install', 'reached', { path: ['Administration', 'Apps', 'Marketplace'], names: ['BigBlueButton'] }),
    step('values', 'secret', {
      path: ['Administration', 'Apps', 'BigBlueButton', 'Settings'],
      fields: [
        { label: 'Url', value: 'url' },
        { label: 'Shared Secret', value: 'secret' },
      ],
    }),
    step('rocketchatProvider', 'meeting', {
      path: ['Administration', 'Settings', 'Conference Call'],
      names: ['Default Provider', 'BigBlueButton'],
    }),
    step('rocketchatTry', 'joined'),
  ],
  pitfalls: ['sha1', 'rocketchatGuests'],
};

const other: PluginProgram = {
  id: 'other',
  name: '',
  letters: '…',
  kind: null,
  clients: ['unknown', 'script', 'postman', 'lti'],
  versions: '',
  page: null,
  steps: [
    step('otherFind', 'reached', { names: ['BigBlueButton', 'server URL', 'endpoint', 'shared secret', 'salt'] }),
    step('otherValues', 'secret', {
      fields: [
        { label: 'URL', value: 'url' },
        { label: 'URL + api', value: 'apiUrl' },
        { label: 'Shared secret', value: 'secret' },
      ],
      names: ['api/'],
    }),
    step('otherTry', 'joined'),
  ],
  pitfalls: ['slash', 'hash'],
};

export const programs: readonly PluginProgram[] = [moodle, wordpress, nextcloud, greenlight, canvas, ilias, rocketchat, other];

/** The program of an address, or null when there is none by that name. */
export const programOf = (id: string | null): PluginProgram | null => programs.find((one) => one.id === id) ?? null;
