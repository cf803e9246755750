// Cycles are Biome's wall (noImportCycles): this tool cannot tell imports of types from others.
// The walls between wings, domains, realms and packages, computed from the ranked list. Read by `scripts/check-walls.ts`.
import { domains as listed } from './src/app/domains.ts';

const domains = listed.map(({ name }) => name);

const wings = [...new Set(domains.map((domain) => domain.split('/')[0]))].join('|');
const domain = `^src/(?:${domains.join('|')})`;
const home = '^src/([^/]+/[^/]+)';
const anyServer = ['^src/kit/server/', '^src/[^/]+/[^/]+/server/', '^packages/(sandbox|pages)/'];
const anyUi = ['^src/kit/ui/', '^src/[^/]+/[^/]+/ui/'];
const testing = '^src/(app/proof|kit/server)/testing(-components)?\\.tsx?$';
/** What a domain brings, and the type of it: they name both realms. */
const plug = '(^src/kit/|\\.)domain\\.ts$';
const tests = '\\.(test|factory|component)\\.tsx?$';

const wall = (name, comment, { from, to }) => ({ name, comment, severity: 'error', from, to });

const shape = [
  wall('unresolved', 'The imported file or package does not exist.', {
    from: {},
    to: { couldNotResolve: true, pathNot: '^virtual:' },
  }),
  wall('domain-is-listed', 'A domain stands in src/app/domains.ts, or nobody may know it.', {
    from: {},
    to: { path: `^src/(?:${wings})/`, pathNot: `${domain}/` },
  }),
  wall('kit-knows-no-domain', 'The kit has not one business word.', {
    from: { path: '^src/kit/', pathNot: testing },
    to: { path: `^src/(?:${wings}|app)/` },
  }),
  wall('only-app-composes', 'Nobody imports the composition root, except tests their world.', {
    from: { path: `^src/(?:${wings}|kit)/`, pathNot: testing },
    to: { path: '^src/app/', pathNot: '^src/app/proof/testing(-components)?\\.tsx?$' },
  }),
  wall('testing-only-from-tests', 'The world of tests is not part of the product.', {
    from: { pathNot: [testing, tests] },
    to: { path: testing },
  }),
  wall('no-development-packages', 'What runs for people may not need what only tests and tools bring.', {
    from: { path: '^(src|packages)/', pathNot: [tests, testing] },
    to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['npm', 'npm-optional', 'npm-peer', 'type-only'] },
  }),
];

const packages = [
  wall('packages-know-no-app', 'The protocol and the engine stand on their own.', {
    from: { path: '^packages/' },
    to: { path: '^src/' },
  }),
  wall('bbb-knows-no-engine', 'The protocol serves any server.', {
    from: { path: '^packages/bbb/' },
    to: { path: '^packages/engine/' },
  }),
  wall('sandbox-stands-alone', 'Everybody may run work apart, and draw pages.', {
    from: { path: '^packages/(sandbox|pages)/' },
    to: { path: '^packages/engine/' },
  }),
  wall('engine-is-a-process', 'The product speaks to the engine over the network only.', {
    from: { path: '^(src|packages/engine/(ui|protocol|topics/[^/]+/(ui/|[^/]+\\.ts$)))', pathNot: tests },
    to: { path: '^packages/engine/(server|topics/[^/]+/server)/' },
  }),
  wall('engine-protocol-stands-alone', 'Both sides stand on the protocol, it stands on neither.', {
    from: { path: '^packages/engine/(protocol/|server/|topics/[^/]+/(server/|[^/]+\\.ts$))' },
    to: { path: '^packages/engine/(ui|topics/[^/]+/ui)/' },
  }),
];

const realms = [
  wall('ui-not-server', 'Browser code never reaches server code.', {
    from: { path: '^src/(kit|[^/]+/[^/]+)/ui/' },
    to: { path: anyServer },
  }),
  wall('pages-not-server', 'What is bundled for the browser never reaches server code.', {
    from: { path: '^src/app/(shell/|routes\\.tsx$|browser\\.tsx$|render\\.tsx$)', pathNot: tests },
    to: { path: anyServer },
  }),
  wall('server-not-ui', 'Node runs the server as it is, and cannot run components.', {
    from: { path: '^src/(kit|[^/]+/[^/]+)/server/' },
    to: { path: [...anyUi, '\\.tsx$'] },
  }),
  wall('root-is-neutral', 'Contracts and rules run on both sides.', {
    from: { path: ['^src/kit/[^/]+\\.ts$', `${domain}/[^/]+\\.ts$`], pathNot: [tests, plug] },
    to: { path: [...anyServer, ...anyUi] },
  }),
  wall('screens-only-from-app', 'Screens are named by their domain and by the route table alone.', {
    from: { pathNot: ['^src/app/', '\\.(test|component)\\.tsx?$', plug] },
    to: { path: '\\.screen\\.tsx$' },
  }),
  wall('domain-loads-lazily', 'A page would carry the server, or the server the pages.', {
    from: { path: `${domain}/[^/]+\\.domain\\.ts$` },
    to: { path: [...anyServer, ...anyUi], dynamic: false },
  }),
  wall('plugs-only-from-the-list', 'What a domain brings is put together in one place.', {
    from: { pathNot: '^src/app/domains\\.ts$' },
    to: { path: `${domain}/[^/]+\\.domain\\.ts$` },
  }),
];

const faces = [
  wall('foreign-server', 'Of another domain, only service, events, published SQL and tables for foreign keys are seen.', {
    from: { path: `${home}/server/`, pathNot: tests },
    to: { path: `${domain}/server/`, pathNot: ['^src/$1/', '\\.(service|events|sql|table|sample)\\.ts$'] },
  }),
  wall('foreign-server-in-tests', 'Tests may use the factories and the calls of others, too.', {
    from: { path: `${home}/server/.*${tests}` },
    to: { path: `${domain}/server/`, pathNot: ['^src/$1/', '\\.(service|events|sql|table|factory|routes)\\.ts$'] },
  }),
  wall('factories-only-from-tests', 'Made-up data is for tests and for the demonstration.', {
    from: { path: '^(src|packages)/', pathNot: [tests, testing, '^src/app/'] },
    to: { path: '\\.factory\\.tsx?$' },
  }),
  wall('samples-only-from-samples', 'What the demonstration is filled with is no part of the product.', {
    from: { path: '^(src|packages)/', pathNot: [tests, testing, '^src/app/', '\\.(sample|domain)\\.ts$'] },
    to: { path: '\\.sample\\.ts$' },
  }),
  wall('foreign-table', 'Another domain is read through its service; only a foreign key points at its table.', {
    from: { path: `${home}/server/`, pathNot: ['\\.table\\.ts$', tests] },
    to: { path: `${domain}/server/.*\\.table\\.ts$`, pathNot: '^src/$1/' },
  }),
  wall('foreign-ui', 'Of the screens of others, only blocks are seen.', {
    from: { path: `${home}/ui/` },
    to: { path: `${domain}/ui/`, pathNot: ['^src/$1/', '/ui/blocks/'] },
  }),
  wall('sql-only-in-queries', 'A table is read and written in *.queries.ts.', {
    from: { path: `${domain}/`, pathNot: '\\.(queries|table|factory|test)\\.ts$' },
    to: { path: '\\.table\\.ts$' },
  }),
  wall('published-sql-only-in-queries', 'What a domain publishes of its tables is put together in *.queries.ts.', {
    from: { path: `${domain}/`, pathNot: '\\.(queries|sql|factory|test)\\.ts$' },
    to: { path: '\\.sql\\.ts$' },
  }),
  wall('drizzle-only-in-queries', 'SQL is built in *.queries.ts.', {
    from: { path: `${domain}/`, pathNot: '\\.(queries|sql|table|sample|factory|test)\\.ts$' },
    to: { path: '(^|/)node_modules/(drizzle-orm|pg)/' },
  }),
];

const ranks = domains.slice(0, -1).map((name, place) =>
  wall(`rank-${name.replace('/', '-')}`, `${name} may not know the domains that come after it; news travels back as events.`, {
    from: { path: `^src/${name}/` },
    to: { path: `^src/(?:${domains.slice(place + 1).join('|')})/`, pathNot: '\\.factory\\.ts$' },
  }),
);

export default {
  forbidden: [...shape, ...packages, ...realms, ...faces, ...ranks],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: ['^dist/', '^\\.types/', '\\.json$', '\\.css$'] },
    tsPreCompilationDeps: true,
    combinedDependencies: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.json'],
      mainFields: ['module', 'main', 'types'],
    },
  },
};
