// `node scripts/run.mjs server/import/main.ts …` runs one of the product's commands from source.
import { checkNode, installPackages, nodeEnv, nodeFlags, runAsMain } from './prepare.mjs';

checkNode();
installPackages();
const [program, ...args] = process.argv.slice(2);
runAsMain(process.execPath, [...nodeFlags, '--import', 'tsx', program, ...args], {
  env: nodeEnv(),
});
