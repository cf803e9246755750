/**
 * Makes the package as it is published, in `dist/`: JavaScript and declarations in place of the sources, because Node
 * reads no TypeScript inside `node_modules`. Then: `npm publish ./dist`.
 */
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative, resolve } from 'node:path';

const here = import.meta.dirname;
const target = join(here, 'dist');
const neighbours = join(target, '.src');
const examples = readdirSync(join(here, 'examples')).filter((name) => !name.endsWith('.test.ts'));

rmSync(target, { recursive: true, force: true });
mkdirSync(neighbours, { recursive: true });
compile([...copySources(), ...copyExamples()]);
rmSync(neighbours, { recursive: true });
writeFileSync(join(target, 'package.json'), `${JSON.stringify(published(), null, 2)}\n`);
copyFileSync(join(here, 'README.md'), join(target, 'README.md'));
copyFileSync(resolve(here, '../../LICENSE'), join(target, 'LICENSE'));
finishExamples();
process.stdout.write(`${target}\n`);

/** `#name.ts` means a file of `src`; in the package it is named from the file that imports it. */
function copySources(): string[] {
  const names = readdirSync(join(here, 'src'), { recursive: true, encoding: 'utf8' }).filter((name) =>
    /(?<!\.(test|factory))\.ts$/.test(name),
  );
  return names.map((name) => {
    const text = readFileSync(join(here, 'src', name), 'utf8');
    const copy = join(neighbours, name);
    const named = (path: string) => `./${relative(dirname(name), path)}.js`.replace('./../', '../');
    mkdirSync(dirname(copy), { recursive: true });
    writeFileSync(
      copy,
      text
        .replace(/'#([a-z0-9/-]+)\.ts'/g, (_all, path: string) => `'${named(path)}'`)
        .replace(/'(\.\.?\/[a-z0-9/-]+)\.ts'/g, "'$1.js'"),
    );
    return copy;
  });
}

function compile(files: readonly string[]): void {
  const { resolve: find } = createRequire(import.meta.url);
  const compiler = join(dirname(find('typescript/package.json')), 'bin/tsc');
  const typeRoots = resolve(find('@types/node/package.json'), '../..');
  const rules = ['--strict', '--exactOptionalPropertyTypes', '--verbatimModuleSyntax', '--skipLibCheck', '--declaration'];
  const kind = ['--ignoreConfig', '--target', 'es2023', '--lib', 'es2024,esnext.disposable', '--module', 'nodenext'];
  const places = ['--types', 'node', '--typeRoots', typeRoots, '--rootDir', neighbours, '--outDir', target];
  execFileSync(process.execPath, [compiler, ...rules, ...kind, ...places, ...files], { cwd: here, stdio: 'inherit' });
}

/** Examples name the package as its users do; only for compiling they point at the files beside. */
function copyExamples(): string[] {
  mkdirSync(join(neighbours, 'examples'));
  return examples.map((name) => {
    const text = readFileSync(join(here, 'examples', name), 'utf8');
    const copy = join(neighbours, 'examples', name);
    writeFileSync(copy, text.replace(/'@atrium\/bbb\/([a-z0-9/-]+)'/g, "'../$1.js'").replaceAll(name, plain(name)));
    return copy;
  });
}

function finishExamples(): void {
  for (const name of examples) {
    const path = join(target, 'examples', plain(name));
    writeFileSync(path, readFileSync(path, 'utf8').replace(/'\.\.\/([a-z0-9/-]+)\.js'/g, "'@atrium/bbb/$1'"));
    rmSync(path.replace(/\.js$/, '.d.ts'));
  }
}

function plain(name: string): string {
  return name.replace(/\.ts$/, '.js');
}

function published(): Record<string, unknown> {
  const manifest: unknown = JSON.parse(readFileSync(join(here, 'package.json'), 'utf8'));
  if (typeof manifest !== 'object' || manifest === null) throw new TypeError('package.json is no object');
  const own = new Set(['private', 'imports', 'exports', 'engines']);
  return {
    ...Object.fromEntries(Object.entries(manifest).filter(([name]) => !own.has(name))),
    engines: { node: '>=20' },
    exports: { './*': { types: './*.d.ts', default: './*.js' } },
    files: ['**/*.js', '**/*.d.ts', 'examples', 'LICENSE', 'README.md'],
  };
}
