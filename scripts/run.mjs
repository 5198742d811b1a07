// `node scripts/run.mjs server/import/main.ts …` runs one of the product's commands from source.
import { become, checkNode, installPackages, nodeEnv, nodeFlags } from './prepare.mjs';

checkNode();
installPackages();
const [program, ...args] = process.argv.slice(2);
become(process.execPath, [...nodeFlags, '--import', 'tsx', program, ...args], { env: nodeEnv() });
