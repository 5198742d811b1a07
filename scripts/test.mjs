// Everything that must hold, in one command: packages, browser, types, lint, unit, path, view, server, rigs, browser.
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { join } from 'node:path';
import { fetchBrowser, findBrowser, findShell } from './browser.mjs';
import { lastLines, playwrightDoubts, playwrightFailures, vitestFailures } from './failures.mjs';
import { memoryFolder } from './memory-folder.mjs';
import {
  bin,
  buildWhenStale,
  checkNode,
  fail,
  installPackages,
  nodeEnv,
  root,
} from './prepare.mjs';

checkNode();
// Two downloads at once: neither keeps a core busy.
const fetched = fetchBrowser();
installPackages();
const results = join(root, 'test-results');
rmSync(results, { recursive: true, force: true });
mkdirSync(results, { recursive: true });

const counts = { passed: 0, failed: 0, skipped: 0 };
/** What failed and why, told again at the end: a log that is cut keeps its last lines. */
const failures = [];
/** What passed only at its second try. */
const doubts = [];
/** Where the stores of server and browser tests lie; what the rigs ask of a disk is asked of a real one. */
const memory = memoryFolder();
const inMemory = memory ? { TMPDIR: memory } : {};
// A log that nobody watches holds no colours: three quarters of a line of dots were codes.
if (!process.stdout.isTTY) process.env.NO_COLOR = '1';

/** Those that lead a session of their own: what ends this program is not told to them. */
const leaders = new Set();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.once(signal, () => {
    for (const pid of leaders) process.kill(-pid, signal);
    process.kill(process.pid, signal);
  });
}

/** Linux shares the processor among sessions first: a lower priority counts within one alone. */
function giveWay(child) {
  leaders.add(child.pid);
  child.once('close', () => leaders.delete(child.pid));
  setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL);
  try {
    writeFileSync(`/proc/${child.pid}/autogroup`, String(constants.priority.PRIORITY_BELOW_NORMAL));
  } catch {
    // Another system, or one that shares it among processes alone.
  }
}

/**
 * Runs one command; what it says is shown as it comes, or whole at its end where it runs `beside` others. One that
 * `yields` leaves the processor to what runs beside it.
 */
function start(name, command, args, { env = process.env, beside = false, yields = false } = {}) {
  const began = performance.now();
  const seconds = () => ((performance.now() - began) / 1000).toFixed(1);
  const said = [];
  if (!beside) console.log(`\n── ${name}`);
  const stdio = ['ignore', 'pipe', 'pipe'];
  const child = spawn(command, args, { cwd: root, env, stdio, detached: yields });
  if (yields && child.pid) giveWay(child);
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (part) => {
      said.push(part);
      if (!beside) process.stdout.write(part);
    });
  }
  child.on('error', ({ message }) => fail(`${command} could not be started: ${message}`));
  return new Promise((resolve) => {
    child.on('close', (code) => {
      const end = `── ${name}: ${code === 0 ? 'ok' : 'FAILED'} in ${seconds()} s`;
      const whole = Buffer.concat(said).toString();
      resolve({ code, said: whole, end: beside ? `\n── ${name}\n${whole}${end}` : end });
    });
  });
}

async function check(name, command, args, options) {
  const { code, said, end } = await start(name, command, args, options);
  console.log(end);
  counts[code === 0 ? 'passed' : 'failed'] += 1;
  if (code !== 0) failures.push(`${name}:\n${lastLines(said)}`);
}

/** A run that failed although each of its tests passed says why only in what it printed. */
function tell(name, { code, said }, failed) {
  failures.push(...failed);
  if (code === 0 || failed.length > 0) return;
  counts.failed += 1;
  failures.push(`${name} ended with ${code}, though no test failed:\n${lastLines(said)}`);
}

/**
 * Returns what counts and shows the tests when they have ended, so that they can run beside others. Projects of one run
 * share its workers to the end: none waits for the last file of another.
 */
function vitest(projects, { beside = false, yields = false, env = {} } = {}) {
  const name = `vitest ${projects.join(', ')}`;
  const report = join(results, `${projects.join('-')}.json`);
  const chosen = projects.flatMap((project) => ['--project', project]);
  const reporters = ['--reporter=dot', '--reporter=json', `--outputFile.json=${report}`];
  const ended = start(
    name,
    bin('vitest'),
    // Of two that run at once only one may write down how long its files took.
    ['run', ...chosen, ...reporters, ...(beside ? ['--no-cache'] : [])],
    { env: nodeEnv({ CHROMIUM_PATH: browser, LOG_LEVEL: 'silent', ...env }), beside, yields },
  );
  return async () => {
    const run = await ended;
    console.log(run.end);
    const told = existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')) : null;
    counts.passed += told?.numPassedTests ?? 0;
    counts.skipped += (told?.numPendingTests ?? 0) + (told?.numTodoTests ?? 0);
    counts.failed += told?.numFailedTests ?? 0;
    tell(name, run, vitestFailures(told, root));
  };
}

/** Two browsers on a busy machine can stall for longer than a test waits: what passes only then is told by name. */
async function playwright() {
  const report = join(results, 'e2e.json');
  const asked = ['test', '--retries=1', '--reporter=dot,json'];
  const run = await start('playwright', bin('playwright'), asked, {
    env: nodeEnv({
      ...inMemory,
      CHROMIUM_PATH: browser,
      CHROMIUM_SHELL_PATH: findShell(browser),
      PLAYWRIGHT_JSON_OUTPUT_NAME: report,
      LOG_LEVEL: 'silent',
    }),
  });
  console.log(run.end);
  const told = existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')) : null;
  const stats = told?.stats;
  counts.passed += (stats?.expected ?? 0) + (stats?.flaky ?? 0);
  counts.skipped += stats?.skipped ?? 0;
  counts.failed += stats?.unexpected ?? 0;
  tell('playwright', run, playwrightFailures(told));
  doubts.push(...playwrightDoubts(told));
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
// The rigs mostly wait, but hold the product to its times: what runs beside them must not take them any.
const torture = vitest(['torture'], { beside: true });
await vitest(['machines', 'views', 'server'], { yields: true, env: inMemory })();
await torture();
await playwright();
await check('coverage of the machines', bin('tsx'), ['scripts/coverage.ts', '--whole']);

const { passed, failed, skipped } = counts;
if (passed === 0) fail('No test ran.');
for (const doubt of doubts) console.log(`\n? passed at its second try: ${doubt}`);
for (const failure of failures) console.log(`\n✗ ${failure}`);
console.log(`\nin ${((performance.now() - began) / 60_000).toFixed(1)} minutes`);
console.log(`${passed} passed, ${failed} failed, ${skipped} skipped`);
process.exit(failed === 0 ? 0 : 1);
