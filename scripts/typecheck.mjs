// Every layer by its own rules: machines and contract without DOM, the server without a browser, the pixel for older ones.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { bin, checkNode, installPackages, root } from './prepare.mjs';

checkNode();
installPackages();
// The longest first: two are checked at a time.
const layers = ['.', 'server', 'src', 'src/services', 'src/machines', 'contract', 'pixel'];
const failed = [];

async function checkNext() {
  for (let layer = layers.shift(); layer; layer = layers.shift()) {
    const check = spawn(bin('tsc'), ['-p', layer], { cwd: root, stdio: 'inherit' });
    const [code] = await once(check, 'exit');
    if (code !== 0) failed.push(layer);
  }
}

await Promise.all([checkNext(), checkNext()]);
if (failed.length > 0) {
  console.error(`Types do not hold in: ${failed.join(', ')}`);
  process.exit(1);
}
