/** Whether others than this machine may come in, and what the operator has to know then. */
import type { Config } from '#kit/server/config/config.ts';

/** The address can be reached from this machine alone. */
export const isLoopback = (host: string): boolean => ['localhost', '::1'].includes(host) || /^127(\.\d{1,3}){3}$/.test(host);

/** A sentence when the door is open to others, but links, sockets and meetings know only this machine's name; null when all is well. */
export function openHostWarning(config: Pick<Config, 'host' | 'publicUrl' | 'processes'>, usedUrl: string): string | null {
  if (config.processes === 'worker' || config.processes === 'engine' || config.publicUrl !== null || isLoopback(config.host))
    return null;
  return `WARNING: HOST=${config.host} lets others in, but PUBLIC_URL is not set. Links in mails lead to ${usedUrl}, and live news and meetings connect from there alone. Set PUBLIC_URL to the address that people type, such as https://meet.example.org`;
}
