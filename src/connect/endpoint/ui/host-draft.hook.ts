import type { Client } from '#kit/contract.ts';
import { Failure } from '#kit/errors.ts';
import type { endpointApi } from './endpoint-data.hook.ts';

type HostClient = { endpoint: Pick<Client<typeof endpointApi>['endpoint'], 'setHost' | 'checkHost'> };

/** Why a name cannot be set, where the field itself says so. */
export type HostRefusal = 'bad_host';

/**
 * Sets the account's host name and checks immediately whether it leads here; null removes it. Returns why the name is refused, or null
 * when it is stored. `changed` is called when it is stored, and again after the check.
 * @throws Failure of every other kind
 */
export async function putHost(api: HostClient, host: string | null, changed: () => Promise<void>): Promise<HostRefusal | null> {
  try {
    await api.endpoint.setHost({ body: { host } });
  } catch (error) {
    if (error instanceof Failure && error.code === 'bad_host') return error.code;
    throw error;
  }
  await changed();
  if (host === null) return null;
  // the name is saved: a look that fails leaves it "not checked yet", and can be had again beside the name
  await api.endpoint.checkHost({}).catch(() => null);
  await changed();
  return null;
}
