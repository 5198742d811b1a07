// Every layer by its own rules: machines and contract without DOM, the server without a browser, the pixel for older ones.
import { bin, checkNode, installPackages, run } from './prepare.mjs';

checkNode();
installPackages();
const layers = ['contract', 'src/machines', 'src/services', 'src', 'server', 'pixel', '.'];
const failed = layers.filter((layer) => run(bin('tsc'), ['-p', layer]) !== 0);
if (failed.length > 0) {
  console.error(`Types do not hold in: ${failed.join(', ')}`);
  process.exit(1);
}
