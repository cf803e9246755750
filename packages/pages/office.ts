/** Office files become pages by LibreOffice, a program of its own, where it is installed. */
import { spawn } from 'node:child_process';
import { access, constants, copyFile, mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type DocumentFacts, type DocumentRequest, noPages, readDocument, type ReadSettings } from './read-document.ts';

/** `network`: it may run with the network of this machine where the system refuses it one of its own. */
export type OfficeSettings = { program: string; network: boolean };
export type OfficeTrouble = 'no_office' | 'office_failed' | 'office_network';

const patience = 180_000;
/** Kilobytes of address space, of which a start takes half; blocks of 512 bytes of each file that it writes. */
const limits = { memory: 4_000_000, file: 1_000_000 } as const;

const isThere = (file: string, mode: number): Promise<boolean> =>
  access(file, mode).then(
    () => true,
    () => false,
  );

/** What a document may not do: run macros, renew links, load what it names elsewhere. The proxy leads nowhere. */
const profile = (
  [
    ['Common/Security/Scripting', 'MacroSecurityLevel', 3],
    ['Common/Security/Scripting', 'DisableMacrosExecution', true],
    ['Common/Security/Scripting', 'DisableActiveContent', true],
    ['Common/Security/Scripting', 'BlockUntrustedRefererLinks', true],
    ['Common/Security/Scripting', 'DisableOLEAutomation', true],
    ['Writer/Content/Update', 'Link', 2],
    ['Calc/Content/Update', 'Link', 2],
    ['Inet/Settings', 'ooInetProxyType', 2],
    ['Inet/Settings', 'ooInetHTTPProxyName', '127.0.0.1'],
    ['Inet/Settings', 'ooInetHTTPProxyPort', 9],
    ['Inet/Settings', 'ooInetHTTPSProxyName', '127.0.0.1'],
    ['Inet/Settings', 'ooInetHTTPSProxyPort', 9],
    ['Inet/Settings', 'ooInetNoProxy', ''],
  ] as const
).map(([where, name, value]) => {
  const folder = where.startsWith('Inet') ? `org.openoffice.${where}` : `org.openoffice.Office.${where}`;
  return `<item oor:path="/${folder}"><prop oor:name="${name}" oor:op="fuse"><value>${value}</value></prop></item>`;
});
const profileFile = `<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry">${profile.join('')}</oor:items>`;

type OfficeCommand = readonly [program: string, ...args: string[]];
/** It needs nothing of our environment. What it started ends with it: at the end of the patience, the whole group. */
const run = ([program, ...args]: OfficeCommand, folder: string, signal?: AbortSignal): Promise<number | null> =>
  new Promise((resolve) => {
    const child = spawn(program, args, {
      cwd: folder,
      env: { HOME: folder, TMPDIR: folder, PATH: '/usr/bin:/bin', LANG: 'C.UTF-8' },
      stdio: 'ignore',
      detached: true,
    });
    const end = () => {
      try {
        if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
      } catch {
        // nothing of it is left
      }
    };
    const late = setTimeout(end, patience);
    signal?.addEventListener('abort', end);
    const settle = (code: number | null) => {
      clearTimeout(late);
      signal?.removeEventListener('abort', end);
      end();
      resolve(code);
    };
    child.on('error', () => settle(null));
    child.on('exit', settle);
  });

/** A network of its own has nothing in it. Needs no root where the system lets everybody have namespaces. */
const withoutNetwork: OfficeCommand = ['unshare', '--map-root-user', '--net', '--'];
const canBeAlone = async (): Promise<boolean> => (await run([...withoutNetwork, 'true'], '/')) === 0;

/** What the operator should know of how office files are read here; null: nothing. */
export async function officeHint({ program, network }: OfficeSettings, isAlone = canBeAlone): Promise<string | null> {
  if (!(await isThere(program, constants.X_OK)) || (await isAlone())) return null;
  const refused = '"unshare --map-root-user --net" is refused here';
  return network
    ? `LibreOffice runs with the network of the product, because ${refused}: only its settings keep documents from loading what they name elsewhere`
    : `office files get no pages, because ${refused}, and with the network of the product LibreOffice could load what documents name elsewhere; LIBREOFFICE_NETWORK=on allows that`;
}

export type OfficeFile = { office: OfficeSettings; file: string; ending: string; folder: string; signal?: AbortSignal };

/** The path of the pages as PDF in the folder, or why there are none. */
export async function pagesOfOffice(
  { office, file, ending, folder, signal }: OfficeFile,
  isAlone = canBeAlone,
): Promise<{ pdf: string } | OfficeTrouble> {
  if (!(await isThere(office.program, constants.X_OK))) return 'no_office';
  const withNetwork = !(await isAlone());
  if (withNetwork && !office.network) return 'office_network';
  // it writes lock files beside what it opens, and needs the ending
  const source = path.join(folder, `pages.${ending}`);
  await copyFile(file, source);
  const settings = path.join(folder, 'profile');
  await mkdir(path.join(settings, 'user'), { recursive: true });
  await writeFile(path.join(settings, 'user/registrymodifications.xcu'), profileFile);
  const limited: OfficeCommand = [
    '/bin/sh',
    '-c',
    `ulimit -v ${limits.memory}; ulimit -f ${limits.file}; ulimit -c 0; exec "$@"`,
    'sh',
  ];
  const args = ['--headless', '--norestore', '--convert-to', 'pdf', '--outdir', folder, source];
  const convert: OfficeCommand = [office.program, `-env:UserInstallation=file://${settings}`, ...args];
  const inside: OfficeCommand = [...limited, ...convert];
  const code = await run(withNetwork ? inside : [...withoutNetwork, ...inside], folder, signal);
  await rm(source, { force: true });
  const pdf = path.join(folder, 'pages.pdf');
  return code === 0 && (await isThere(pdf, constants.R_OK)) ? { pdf } : 'office_failed';
}

/** Office files of today are archives, which are checked first; then they are read as the pages that they become. */
export async function readOfficeDocument(
  request: Omit<DocumentRequest, 'reader'>,
  office: Omit<OfficeFile, 'file' | 'signal'>,
  settings: ReadSettings,
): Promise<{ facts: DocumentFacts; trouble: OfficeTrouble | null }> {
  const { file } = request;
  const isOld = /^(doc|xls|ppt)$/.test(office.ending);
  const checked = isOld ? noPages : await readDocument({ ...request, reader: 'archive' }, settings);
  if (checked.refused !== undefined) return { facts: checked, trouble: null };
  const { signal } = settings;
  const pages = await pagesOfOffice({ ...office, file, ...(signal === undefined ? {} : { signal }) });
  if (typeof pages === 'string') return { facts: checked, trouble: pages };
  const facts = await readDocument({ ...request, reader: 'pdf', file: pages.pdf }, settings);
  return facts.refused === 'unreadable' ? { facts: checked, trouble: 'office_failed' } : { facts, trouble: null };
}
