/** What the operator's command line can do. */
import { sealEndpointsAgain } from '#connect/endpoint/server/reseal.service.ts';
import { sealPlatformsAgain } from '#connect/lti/server/platform-secrets.service.ts';
import { sealWebhooksAgain } from '#connect/webhooks/server/reseal.service.ts';
import { dkimSealedSettings } from '#core/outbox/server/dkim.service.ts';
import { sealSettingsAgain } from '#core/platform/server/reseal.service.ts';
import { environment } from '#kit/server/config/config.ts';
import { configTable } from '#kit/server/config/config-table.ts';
import { rotateMasterKey } from '#kit/server/config/master-key.ts';
import { sealAppSecretsAgain } from '#core/identity/server/sign-in/factors.service.ts';
import { sealAgain, serverList } from '#meet/servers/server/servers.service.ts';
import { siteUrl } from '#core/outbox/server/outbox.service.ts';
import { type AdminCommand, command, required } from './admin-command.ts';
import { analyticsCommands } from './admin-analytics.ts';
import { countCommands } from './admin-counts.ts';
import { deliveryCommands } from './admin-deliveries.ts';
import { endpointCommands } from './admin-endpoint.ts';
import { peopleCommands } from './admin-people.ts';
import { recordingCommands } from './admin-recordings.ts';
import { serverCommands } from './admin-servers.ts';
import { backup, restore } from './backup.ts';
import { engineSecret } from '#app/engine.ts';
import { endEngine, livingEngine } from '#app/engine-process.ts';
import { slotFolders } from '#app/engine-slots.ts';

const machine: AdminCommand[] = [
  command('engine', 'show', {
    about: 'API addresses and secrets of the engines, to be tried with any BBB client',
    run: async ({ ctx }) => {
      const rows = (await serverList(ctx)).filter((one) => one.kind === 'engine');
      const json = rows.flatMap(({ name, url: local, engineId, state, health }) =>
        engineId === null
          ? []
          : [
              {
                name,
                url: `${siteUrl(ctx)}/${name}/bigbluebutton/`,
                local,
                secret: engineSecret(ctx.secrets, engineId),
                state,
                health,
              },
            ],
      );
      const lines = json.map(
        (one) =>
          `${one.name}: ${one.state}, ${one.health}\n  Address: ${one.url}\n  Local:   ${one.local}\n  Secret:  ${one.secret}`,
      );
      return { json, text: lines.join('\n') || 'No engine has run yet.' };
    },
  }),
  {
    noun: 'engines',
    verb: 'stop',
    takes: '',
    about: 'ends the engines of DATA_DIR at once, with every meeting in them; while Atrium runs it starts new ones',
    given: {},
    needs: 'nothing',
    run: async ({ config }) => {
      const living = slotFolders(config.dataDir).flatMap((folder) => livingEngine(folder) ?? []);
      await Promise.all(living.map(endEngine));
      return { json: { ended: living.length }, text: `Engines that were ended: ${living.length}.` };
    },
  },
  {
    noun: 'key',
    verb: 'rotate',
    takes: '',
    about: 'a new key for the secrets; the older ones only open from then on',
    given: {},
    needs: 'nothing',
    run: async ({ config }) => {
      rotateMasterKey(config);
      return {
        json: { done: true },
        text: 'A new key stands first in DATA_DIR/master.key. Restart Atrium, then run: npm run admin -- key reseal',
      };
    },
  },
  command('key', 'reseal', {
    about: 'seals secrets that an older key sealed; afterwards the older key may go',
    run: async ({ ctx }) => {
      const [servers, endpoints, apps] = [await sealAgain(ctx), await sealEndpointsAgain(ctx), await sealAppSecretsAgain(ctx)];
      const [webhooks, settings] = [await sealWebhooksAgain(ctx), await sealSettingsAgain(ctx, dkimSealedSettings)];
      const platforms = await sealPlatformsAgain(ctx);
      const resealed = [servers, endpoints, apps, webhooks, settings, platforms].reduce((sum, one) => sum + one.resealed, 0);
      const lines = [
        `${resealed} secrets sealed again.`,
        ...(servers.lost.length === 0
          ? []
          : [
              `Secrets of servers that are lost with their key: ${servers.lost.length}. Enter them again: ${servers.lost.join(', ')}`,
            ]),
        ...(endpoints.lost === 0
          ? []
          : [
              `Secrets of endpoints that are lost with their key: ${endpoints.lost}. Replace those in use: npm run admin -- endpoint rotate`,
            ]),
        ...(apps.lost === 0
          ? []
          : [
              `Authenticator apps that are lost with their key: ${apps.lost}. Their people sign in with recovery codes, or: npm run admin -- users reset-factors`,
            ]),
        ...(webhooks.lost === 0
          ? []
          : [`Secrets of webhooks that are lost with their key: ${webhooks.lost}. Their accounts replace them under Webhooks.`]),
        ...(platforms.lost === 0
          ? []
          : [`Secrets of LTI 1.1 that are lost with their key: ${platforms.lost}. Their accounts replace them under LTI.`]),
        ...(settings.lost === 0
          ? []
          : [
              `Secrets of the settings that are lost with their key: ${settings.lost}. Enter the passwords of Platform again and create a new signing key.`,
            ]),
      ];
      const lost = { servers: servers.lost, endpoints: endpoints.lost, apps: apps.lost };
      return {
        json: { resealed, lost: { ...lost, webhooks: webhooks.lost, settings: settings.lost, platforms: platforms.lost } },
        text: lines.join('\n'),
      };
    },
  }),
  {
    noun: 'backup',
    verb: 'create',
    takes: '--file backup.tar.gz',
    about: 'database, files and key in one archive',
    given: {},
    needs: 'database',
    run: async ({ config, ownerUrl, given }) => {
      const manifest = await backup({ config, ownerUrl }, required(given, 'file'));
      const rows = manifest.tables.reduce((sum, one) => sum + one.rows, 0);
      return {
        json: manifest,
        text: `${manifest.tables.length} tables with ${rows} rows. Keep the file safe: it holds the key of the secrets.`,
      };
    },
  },
  {
    noun: 'backup',
    verb: 'restore',
    takes: '--file backup.tar.gz',
    about: 'fills an empty installation from an archive',
    given: {},
    needs: 'database',
    run: async ({ config, ownerUrl, given }) => {
      const manifest = await restore({ config, ownerUrl }, required(given, 'file'));
      return { json: manifest, text: `Restored what was saved on ${manifest.madeAt}.` };
    },
  },
  {
    noun: 'config',
    verb: '',
    takes: '',
    about: 'every variable of the environment with its meaning',
    given: {},
    needs: 'nothing',
    run: async () => {
      const rows = Object.values(configTable).map((one) => ({
        variable: one.env,
        set: environment()[one.env] === undefined ? '' : 'set',
        default: one.standard,
        about: one.about,
      }));
      return { json: rows, rows };
    },
  },
];

export const commands: readonly AdminCommand[] = [
  ...peopleCommands,
  ...serverCommands,
  ...recordingCommands,
  ...endpointCommands,
  ...deliveryCommands,
  ...countCommands,
  ...analyticsCommands,
  ...machine,
];
