// Prepares every command: the right Node version, the packages, a fresh build. It has no dependencies of its own.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = dirname(dirname(fileURLToPath(import.meta.url)));

export function fail(sentence) {
  console.error(`\n${sentence}\n`);
  process.exit(1);
}

export function checkNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major < 20 || (major === 20 && minor < 19)) {
    fail(`Clickledger needs Node.js 20.19 or newer; this is ${process.version}.`);
  }
}

/** Runs a command in the terminal and returns its exit code. */
export function run(command, args, options = {}) {
  const { status, error } = spawnSync(command, args, { cwd: root, stdio: 'inherit', ...options });
  if (error) fail(`${command} could not be started: ${error.message}`);
  return status ?? 1;
}

export const bin = (name) => join(root, 'node_modules', '.bin', name);

export function installPackages() {
  const wanted = fingerprint([join(root, 'package-lock.json')]);
  const stamp = join(root, 'node_modules', '.clickledger');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return;
  const folder = join(root, 'node_modules');
  if (lstatSync(folder, { throwIfNoEntry: false })?.isSymbolicLink()) {
    fail('node_modules is a link, and npm would empty its target: run npm ci where it leads.');
  }
  // Messages go to stderr, because a command's output may be redirected to a file.
  console.error('Installing packages …');
  const code = run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], {
    stdio: ['ignore', process.stderr, process.stderr],
    // npm writes 48,000 small files; four threads are slower than two.
    env: { ...process.env, UV_THREADPOOL_SIZE: '2' },
  });
  if (code !== 0) fail('The packages could not be installed; the lines above say why.');
  writeFileSync(stamp, wanted);
}

const sources = [
  'contract',
  'cube',
  'src',
  'server',
  'pixel',
  'public',
  'index.html',
  'vite.config.ts',
  // The files that configure the build.
  'scripts/vite/eager-compile-hint.ts',
  'scripts/vite/build-maps.ts',
  'scripts/vite/early-theme.ts',
  'scripts/vite/entry-as-script.ts',
  'scripts/vite/chunk-groups.ts',
  'scripts/vite/keep-assets.ts',
  'scripts/vite/drop-color-spaces.ts',
  'scripts/vite/drop-zod-json-schema.ts',
  'scripts/vite/compress-assets.ts',
  'scripts/vite/retry-imports.ts',
  'scripts/vite/strip-state-descriptions.ts',
  'package-lock.json',
];

export function buildWhenStale() {
  // With VITE_QA=1 external tools can wait for states; other builds do not contain that code.
  const kind = process.env.VITE_QA === '1' ? ' qa' : '';
  const wanted = fingerprint(sources.map((path) => join(root, path)).flatMap(filesIn)) + kind;
  const stamp = join(root, 'dist', '.sources');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return;
  console.log('Building …');
  const quiet = ['--logLevel', 'warn'];
  for (const mode of [
    ['build', ...quiet],
    ['build', '--mode', 'server', ...quiet],
    ['build', '--mode', 'pixel', ...quiet],
  ]) {
    if (run(bin('vite'), mode) !== 0) fail('The build failed; the lines above say why.');
  }
  mkdirSync(dirname(stamp), { recursive: true });
  writeFileSync(stamp, wanted);
}

function filesIn(path) {
  if (!existsSync(path)) return [];
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path)
    .sort()
    .flatMap((name) => filesIn(join(path, name)));
}

function fingerprint(files) {
  const hash = createHash('sha256');
  for (const file of files) hash.update(file.slice(root.length)).update(readFileSync(file));
  return hash.digest('hex');
}

/** Starts a long-running program, forwards signals to it and exits with its exit code. */
export function runAsMain(command, args, options = {}) {
  const child = spawn(command, args, { cwd: root, stdio: 'inherit', ...options });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
    process.on(signal, () => child.kill(signal));
  endWithNpm(() => child.kill('SIGTERM'));
  child.on('error', (error) => fail(`${command} could not be started: ${error.message}`));
  child.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)));
  return child;
}

/**
 * npm sends SIGTERM to its shell, which exits without forwarding it, so the program ends itself when its parent is
 * gone.
 */
function endWithNpm(end) {
  if (!process.env.npm_lifecycle_event) return;
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    end();
  }, 250);
  watch.unref();
}

export const nodeFlags = [
  '--disable-proto=delete',
  '--unhandled-rejections=strict',
  '--enable-source-maps',
];
export const nodeEnv = (extra = {}) => ({ ...process.env, UV_THREADPOOL_SIZE: '16', ...extra });
