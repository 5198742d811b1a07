// Everything that must hold, in one command: packages, browser, types, lint, unit, path, view, server, rigs, browser.
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { findBrowser } from './browser.mjs';
import {
  bin,
  buildWhenStale,
  checkNode,
  fail,
  installPackages,
  nodeEnv,
  root,
  run,
} from './prepare.mjs';

checkNode();
installPackages();
const browser = findBrowser();
const results = join(root, 'test-results');
rmSync(results, { recursive: true, force: true });
mkdirSync(results, { recursive: true });

const counts = { passed: 0, failed: 0, skipped: 0 };

function step(name, command, args, options) {
  const started = Date.now();
  console.log(`\n── ${name}`);
  const code = run(command, args, options);
  console.log(
    `── ${name}: ${code === 0 ? 'ok' : 'FAILED'} in ${((Date.now() - started) / 1000).toFixed(1)} s`,
  );
  return code;
}

function check(name, command, args) {
  counts[step(name, command, args) === 0 ? 'passed' : 'failed'] += 1;
}

function vitest(project) {
  const report = join(results, `${project}.json`);
  const code = step(
    `vitest ${project}`,
    bin('vitest'),
    [
      'run',
      '--project',
      project,
      '--reporter=dot',
      '--reporter=json',
      `--outputFile.json=${report}`,
    ],
    { env: nodeEnv({ CHROMIUM_PATH: browser, LOG_LEVEL: 'silent' }) },
  );
  const told = existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')) : null;
  counts.passed += told?.numPassedTests ?? 0;
  counts.skipped += (told?.numPendingTests ?? 0) + (told?.numTodoTests ?? 0);
  counts.failed += told?.numFailedTests ?? 0;
  if (code !== 0 && !told?.numFailedTests) counts.failed += 1;
}

function playwright() {
  const report = join(results, 'e2e.json');
  const code = step('playwright', bin('playwright'), ['test', '--reporter=dot,json'], {
    env: nodeEnv({
      CHROMIUM_PATH: browser,
      PLAYWRIGHT_JSON_OUTPUT_NAME: report,
      LOG_LEVEL: 'silent',
    }),
  });
  const stats = existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')).stats : null;
  counts.passed += (stats?.expected ?? 0) + (stats?.flaky ?? 0);
  counts.skipped += stats?.skipped ?? 0;
  counts.failed += stats?.unexpected ?? 0;
  if (code !== 0 && !stats?.unexpected) counts.failed += 1;
}

const node = process.execPath;
check('types', node, [join(root, 'scripts/typecheck.mjs')]);
check('biome', bin('biome'), ['check', '--error-on-warnings', '.']);
check('knip', bin('knip'), []);
vitest('machines');
vitest('views');
buildWhenStale();
vitest('server');
vitest('torture');
playwright();

const { passed, failed, skipped } = counts;
if (passed === 0) fail('No test ran.');
console.log(`\n${passed} passed, ${failed} failed, ${skipped} skipped`);
process.exit(failed === 0 ? 0 : 1);
