// Checks the types of every layer with its own settings: machines and contract without the DOM, the server without a
// browser, the pixel for older browsers.
import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { bin, checkNode, fail, installPackages, root } from './prepare.mjs';

checkNode();
installPackages();
/** The slowest layers first, so that none is left at the end. */
const layers = ['.', 'src', 'server', 'src/machines', 'contract', 'src/services', 'pixel'];
const waiting = [...layers];
const failed = new Set();
// One process per core: checkers of one layer would repeat each other's work, those of two layers do not.
await Promise.all(Array.from({ length: availableParallelism() }, work));

async function work() {
  for (let layer = waiting.shift(); layer; layer = waiting.shift()) {
    const { code, output } = await typecheck(layer);
    process.stdout.write(output);
    if (code !== 0) failed.add(layer);
  }
}

/** The output is shown at the end, so that the lines of two processes do not mix. */
function typecheck(layer) {
  const args = ['-p', layer, '--singleThreaded', '--pretty', String(Boolean(process.stdout.isTTY))];
  // Garbage collection is a quarter of the work; without it the checker needs a fifth more memory.
  const env = { ...process.env, GOGC: 'off' };
  const child = spawn(bin('tsc'), args, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] });
  const parts = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => parts.push(part));
  child.on('error', ({ message }) => fail(`tsc could not be started: ${message}`));
  return new Promise((resolve) => {
    child.on('close', (code) => resolve({ code, output: Buffer.concat(parts) }));
  });
}

if (failed.size > 0) {
  const names = layers.filter((layer) => failed.has(layer));
  console.error(`Types do not hold in: ${names.join(', ')}`);
  process.exit(1);
}
