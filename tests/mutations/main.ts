import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { type Mutation, mutations } from './list.ts';

const root = resolve(import.meta.dirname, '../..');

/** Copies the project, so that the project itself is never changed. */
function copy(): string {
  const folder = mkdtempSync(join(tmpdir(), 'clickledger-mutations-'));
  for (const name of [
    'contract',
    'src',
    'server',
    'tests',
    'scripts',
    'cube',
    'docs',
    'public',
    'package.json',
    'vite.config.ts',
    'index.html',
    'tsconfig.json',
    'tsconfig.base.json',
  ]) {
    cpSync(join(root, name), join(folder, name), { recursive: true });
  }
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  return folder;
}

/**
 * Runs the tests of one title. A title with a placeholder is matched by the text before the placeholder, or by the text
 * after it if the text before is short.
 */
function run(folder: string, { test, title }: Mutation): 'passed' | 'failed' | 'none ran' {
  const report = join(folder, 'report.json');
  rmSync(report, { force: true });
  const [words = ''] = title.split('%');
  const name = words.length > 3 ? words.trim() : title.split(/%\w/).at(-1)?.trim();
  spawnSync(
    join(root, 'node_modules/.bin/vitest'),
    [
      'run',
      test,
      '-t',
      (name ?? '').replace(/[.*+?^${}()|[\]\\]/g, '\\$&'),
      '--reporter=json',
      `--outputFile=${report}`,
    ],
    { cwd: folder, stdio: 'ignore' },
  );
  const { numPassedTests, numFailedTests } = JSON.parse(readFileSync(report, 'utf8')) as {
    numPassedTests: number;
    numFailedTests: number;
  };
  if (numFailedTests > 0) return 'failed';
  return numPassedTests > 0 ? 'passed' : 'none ran';
}

/** All mutations, or those of the file or title that the command names. */
const [wanted = ''] = process.argv.slice(2);
const tried = mutations.filter(({ file, title }) => `${file}: ${title}`.includes(wanted));

const folder = copy();
const survived: Mutation[] = [];
for (const mutation of tried) {
  const { file, search, replacement, title } = mutation;
  const path = join(folder, file);
  const source = readFileSync(path, 'utf8');
  const before = run(folder, mutation);
  writeFileSync(
    path,
    source.replace(search, () => replacement),
  );
  const after = run(folder, mutation);
  writeFileSync(path, source);
  const caught = before === 'passed' && after === 'failed';
  if (!caught) survived.push(mutation);
  console.log(`${caught ? 'caught  ' : 'SURVIVED'} ${file}: ${title} (${before} → ${after})`);
}
rmSync(folder, { recursive: true, force: true });
console.log(`\n${tried.length - survived.length} of ${tried.length} mutations are caught`);
process.exit(survived.length === 0 ? 0 : 1);
