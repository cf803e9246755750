/** Recordings on the operator's command line: the transfer from BBB servers, and the import of what lies on a disk. */
import { isId } from '#kit/ids.ts';
import { serverList } from '#meet/servers/server/servers.service.ts';
import { type ImportLine, type ImportReport, importTree } from '#meet/recordings/server/import.service.ts';
import { transferCommand } from '#meet/recordings/server/transfer-key.service.ts';
import { type AdminCommand, command, day, required } from './admin-command.ts';
import { PlainTrouble } from '#app/http/trouble.ts';

function lineOf(line: ImportLine): string {
  const skipped = line.skipped.map((one) => `${one.format}: ${one.reason}`);
  const left = line.left.length === 0 ? [] : [`left out: ${line.left.length} files`];
  const came = line.formats.length === 0 ? '–' : `${line.formats.join(', ')} (${line.bytes} bytes)`;
  return [`${line.recordId}  ${came}`, ...skipped, ...left].join('  ');
}

/** How often each reason was met. */
function reasonsOf(report: ImportReport): string {
  const counts = new Map<string, number>();
  for (const { reason } of report.lines.flatMap((line) => line.skipped)) counts.set(reason, (counts.get(reason) ?? 0) + 1);
  return [...counts].map(([reason, count]) => `${reason} ${count}`).join(', ');
}

export const recordingCommands: readonly AdminCommand[] = [
  command('servers', 'transfer-command', {
    takes: '<name or id> [--mode renew]',
    about: 'the command that lets a BBB server send its recordings; renew shuts out the key before',
    run: async ({ ctx, given }) => {
      const wanted = required(given, 'id');
      const server = (await serverList(ctx)).find((row) => row.id === wanted || row.name === wanted);
      if (server === undefined) throw new PlainTrouble(`There is no server ${wanted}.`);
      if (given.mode !== undefined && given.mode !== 'renew') throw new PlainTrouble('--mode is renew, or left out.');
      const json = await transferCommand(ctx, server.id, given.mode === 'renew' ? 'renew' : 'keep');
      return {
        json,
        text: `Run this on the server until ${day(json.expiresAt)} UTC. It holds a secret.\n\n  ${json.command}\n\nLast heard of: ${day(json.usedAt)}`,
      };
    },
  }),
  command('recordings', 'import', {
    takes: '<folder> [--account id] [--dry-run]',
    about: 'brings published recordings of a BBB server or of Scalelite into the store; may be run again',
    run: async ({ ctx, given }) => {
      const accountId = given.account ?? null;
      if (accountId !== null && !isId(accountId)) throw new PlainTrouble('--account is the id of an account.');
      const mode = given.mode === 'dry' ? 'dry' : 'write';
      let done = 0;
      const report = await importTree(ctx, { root: required(given, 'id'), accountId, mode }, (line) => {
        done += 1;
        process.stderr.write(`${done}  ${lineOf(line)}\n`);
      });
      const verb = mode === 'dry' ? 'would come' : 'came';
      const skipped = reasonsOf(report);
      return {
        json: report,
        text: `${report.found} recordings found, of ${report.imported} something ${verb}${mode === 'dry' ? '' : `, ${report.bytes} bytes`}.${skipped === '' ? '' : `\nSkipped formats: ${skipped}.`}`,
      };
    },
  }),
];
