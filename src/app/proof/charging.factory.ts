/**
 * A process of its own that asks the provider for one thing, for a test that kills it. Its arguments: how it reaches the test's world, what it
 * does, and to which invoice or refund.
 */
import { compose, contextOf } from '#app/context.ts';
import { readConfig } from '#kit/server/config/config.ts';
import { createLog } from '#kit/server/log.ts';
import { charge } from '#sales/billing/server/pay.service.ts';
import { sendRefund } from '#sales/billing/server/refunds.service.ts';

const [ownerUrl = '', masterKey = '', settings = '{}', verb = '', id = '', now = '0'] = process.argv.slice(2);
const config = readConfig(JSON.parse(settings));
const parts = await compose({ config, ownerUrl, masterKey, log: createLog({ level: 'fatal' }), now: () => Number(now) });
const ctx = contextOf(parts, { kind: 'system' });
if (verb === 'charge') await charge(ctx, id);
if (verb === 'refund') await sendRefund(ctx, id);
await parts.close();
