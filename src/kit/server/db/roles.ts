/** Connection strings of the two serving roles, made from the owner's and the master key. */
import type { Config } from '#kit/server/config/config.ts';
import type { DatabaseRoles } from './migrate.ts';
import { hmacHex, type Secrets } from '#kit/server/secrets.ts';

/** Passwords follow from the master key, so nobody has to configure or keep them. */
export function rolesOf(config: Pick<Config, 'databaseRoles'>, secrets: Secrets): DatabaseRoles {
  const role = (kind: 'app' | 'system') => ({
    name: `${config.databaseRoles}_${kind}`,
    password: hmacHex(secrets.derive('database role'), kind),
  });
  return { app: role('app'), system: role('system') };
}

/** The owner's connection string with another user. */
export function urlAs(ownerUrl: string, role: { name: string; password: string }): string {
  const url = new URL(ownerUrl);
  url.username = role.name;
  url.password = role.password;
  return url.href;
}
