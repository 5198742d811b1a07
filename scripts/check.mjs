// Daily work: types, lint and the tests that a change touches. `npm run check [-- <ref>]` compares with a commit; by
// default with HEAD where files are changed, else with the commit before.
import { spawnSync } from 'node:child_process';
import { memoryFolder } from './memory-folder.mjs';
import { bin, checkNode, fail, installPackages, nodeEnv, root, run } from './prepare.mjs';

checkNode();
installPackages();

/** These tests read files instead of importing them, so no change selects them. */
const always = ['tests/architecture.test.ts', 'tests/plain-words.test.ts'];

const git = (...args) => spawnSync('git', args, { cwd: root, encoding: 'utf8' }).stdout.trim();
const since = process.argv[2] ?? (git('status', '--porcelain') === '' ? 'HEAD~1' : 'HEAD');
const memory = memoryFolder();
const env = nodeEnv({ LOG_LEVEL: 'silent', ...(memory ? { TMPDIR: memory } : {}) });

function step(name, command, args) {
  const began = performance.now();
  if (run(command, args, { env }) !== 0) fail(`${name} failed; the lines above say why.`);
  console.log(`── ${name}: ok in ${((performance.now() - began) / 1000).toFixed(1)} s`);
}

step('types', process.execPath, ['scripts/typecheck.mjs']);
step('biome', bin('biome'), ['check', '--error-on-warnings', '.']);
step('knip', bin('knip'), []);
const projects = ['machines', 'views', 'server', 'replaced'].flatMap((name) => ['--project', name]);
step('layout', bin('vitest'), ['run', '--project', 'machines', '--reporter=dot', ...always]);
step(`tests touched since ${since}`, bin('vitest'), [
  'run',
  ...projects,
  '--changed',
  since,
  '--passWithNoTests',
  '--reporter=dot',
]);
