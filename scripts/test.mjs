// The whole test suite in one command: packages, browser, types, lint, unit, path, view, server, torture and browser
// tests.
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { join } from 'node:path';
import { fetchBrowser, findBrowser, findShell } from './browser.mjs';
import { memoryFolder } from './memory-folder.mjs';
import { fetchOffice } from './office.mjs';
import {
  bin,
  buildWhenStale,
  checkNode,
  fail,
  installPackages,
  nodeEnv,
  root,
} from './prepare.mjs';
import {
  lastLines,
  playwrightFailures,
  playwrightFlaky,
  vitestFailures,
} from './read-failures.mjs';

checkNode();
// The downloads run beside each other, because neither keeps a core busy; only one apt-get may run.
const fetched = (async () => {
  await fetchBrowser();
  await fetchOffice();
})();
installPackages();
const results = join(root, 'test-results');
rmSync(results, { recursive: true, force: true });
mkdirSync(results, { recursive: true });

const counts = { passed: 0, failed: 0, skipped: 0 };
/** The failures with their reasons, repeated at the end, because truncated logs keep their last lines. */
const failures = [];
/** Tests that passed only when they were retried. */
const flaky = [];
/** Server and browser tests store their data in memory; torture tests need a real disk. */
const memory = memoryFolder();
const inMemory = memory ? { TMPDIR: memory } : {};
// Without a terminal there are no colours: escape codes were three quarters of the log.
if (!process.stdout.isTTY) process.env.NO_COLOR = '1';

/** Processes with sessions of their own: signals to this program do not reach them. */
const leaders = new Set();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.once(signal, () => {
    for (const pid of leaders) process.kill(-pid, signal);
    process.kill(process.pid, signal);
  });
}

/** Lowers the priority of a child. Linux schedules by session first, so the session of the child needs it as well. */
function lowerPriority(child) {
  leaders.add(child.pid);
  child.once('close', () => leaders.delete(child.pid));
  setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL);
  try {
    writeFileSync(`/proc/${child.pid}/autogroup`, String(constants.priority.PRIORITY_BELOW_NORMAL));
  } catch {
    // Other systems, or kernels that schedule by process only.
  }
}

/**
 * Runs a command. Its output is shown as it comes, or as a whole at its end when it runs `beside` others. A command
 * that `isLowPriority` gets a lower priority.
 */
function start(
  name,
  command,
  args,
  { env = process.env, beside = false, isLowPriority = false } = {},
) {
  const began = performance.now();
  const seconds = () => ((performance.now() - began) / 1000).toFixed(1);
  const parts = [];
  if (!beside) console.log(`\n── ${name}`);
  const stdio = ['ignore', 'pipe', 'pipe'];
  const child = spawn(command, args, { cwd: root, env, stdio, detached: isLowPriority });
  if (isLowPriority && child.pid) lowerPriority(child);
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (part) => {
      parts.push(part);
      if (!beside) process.stdout.write(part);
    });
  }
  child.on('error', ({ message }) => fail(`${command} could not be started: ${message}`));
  return new Promise((resolve) => {
    child.on('close', (code) => {
      const end = `── ${name}: ${code === 0 ? 'ok' : 'FAILED'} in ${seconds()} s`;
      const output = Buffer.concat(parts).toString();
      resolve({ code, output, end: beside ? `\n── ${name}\n${output}${end}` : end });
    });
  });
}

async function check(name, command, args, options) {
  const { code, output, end } = await start(name, command, args, options);
  console.log(end);
  counts[code === 0 ? 'passed' : 'failed'] += 1;
  if (code !== 0) failures.push(`${name}:\n${lastLines(output)}`);
}

/** Records the failures of a run. A run may fail although every test passed; then its output contains the reason. */
function recordFailures(name, { code, output }, failed) {
  failures.push(...failed);
  if (code === 0 || failed.length > 0) return;
  counts.failed += 1;
  failures.push(`${name} ended with ${code}, though no test failed:\n${lastLines(output)}`);
}

/**
 * Starts vitest and returns a function that shows the results, so that runs can overlap. The projects of one run share
 * their workers: none waits for another's last file.
 */
function vitest(projects, { beside = false, isLowPriority = false, env = {} } = {}) {
  const name = `vitest ${projects.join(', ')}`;
  const report = join(results, `${projects.join('-')}.json`);
  const chosen = projects.flatMap((project) => ['--project', project]);
  const reporters = ['--reporter=dot', '--reporter=json', `--outputFile.json=${report}`];
  const ended = start(
    name,
    bin('vitest'),
    // Of two concurrent runs only one may write the cache of file durations.
    ['run', ...chosen, ...reporters, ...(beside ? ['--no-cache'] : [])],
    {
      env: nodeEnv({ CHROMIUM_PATH: browser, LOG_LEVEL: 'silent', ...env }),
      beside,
      isLowPriority,
    },
  );
  return async () => {
    const run = await ended;
    console.log(run.end);
    const outcome = existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')) : null;
    counts.passed += outcome?.numPassedTests ?? 0;
    counts.skipped += (outcome?.numPendingTests ?? 0) + (outcome?.numTodoTests ?? 0);
    counts.failed += outcome?.numFailedTests ?? 0;
    recordFailures(name, run, vitestFailures(outcome, root));
  };
}

/**
 * Retries a failed test once, because two browsers on a busy machine may stall longer than a test waits. Retried tests
 * are listed by name.
 */
async function playwright() {
  const report = join(results, 'e2e.json');
  const args = ['test', '--retries=1', '--reporter=dot,json'];
  const run = await start('playwright', bin('playwright'), args, {
    env: nodeEnv({
      ...inMemory,
      CHROMIUM_PATH: browser,
      CHROMIUM_SHELL_PATH: findShell(browser),
      PLAYWRIGHT_JSON_OUTPUT_NAME: report,
      LOG_LEVEL: 'silent',
    }),
  });
  console.log(run.end);
  const outcome = existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')) : null;
  const stats = outcome?.stats;
  counts.passed += (stats?.expected ?? 0) + (stats?.flaky ?? 0);
  counts.skipped += stats?.skipped ?? 0;
  counts.failed += stats?.unexpected ?? 0;
  recordFailures('playwright', run, playwrightFailures(outcome));
  flaky.push(...playwrightFlaky(outcome));
}

const began = performance.now();
const node = process.execPath;
const types = check('types', node, [join(root, 'scripts/typecheck.mjs')], { beside: true });
await check('biome', bin('biome'), ['check', '--error-on-warnings', '.']);
await check('knip', bin('knip'), []);
buildWhenStale();
await types;
await fetched;
const browser = findBrowser();
// The torture tests mostly wait but check response times, so what runs beside them must not take their processor time.
const torture = vitest(['torture'], { beside: true });
await vitest(['machines', 'views', 'server', 'replaced'], { isLowPriority: true, env: inMemory })();
await torture();
await playwright();
await check('coverage of the machines', bin('tsx'), ['scripts/coverage.ts', '--whole']);

const { passed, failed, skipped } = counts;
if (passed === 0) fail('No test ran.');
for (const name of flaky) console.log(`\n? passed on retry: ${name}`);
for (const failure of failures) console.log(`\n✗ ${failure}`);
console.log(`\nin ${((performance.now() - began) / 60_000).toFixed(1)} minutes`);
console.log(`${passed} passed, ${failed} failed, ${skipped} skipped`);
process.exit(failed === 0 ? 0 : 1);
