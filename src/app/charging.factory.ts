/** A process of its own that charges one invoice, for a test that kills it. Its arguments: how it reaches the test's world, and which invoice. */
import { compose, contextOf } from './context.ts';
import { readConfig } from '#kit/server/config.ts';
import { createLog } from '#kit/server/log.ts';
import { charge } from '#sales/billing/server/pay.service.ts';

const [ownerUrl = '', masterKey = '', settings = '{}', invoiceId = '', now = '0'] = process.argv.slice(2);
const config = readConfig(JSON.parse(settings));
const parts = await compose({ config, ownerUrl, masterKey, log: createLog({ level: 'fatal' }), now: () => Number(now) });
await charge(contextOf(parts, { kind: 'system' }), invoiceId);
await parts.close();
