import { join } from 'node:path';
import {
  buildWhenStale,
  checkNode,
  installPackages,
  nodeEnv,
  nodeFlags,
  root,
  runAsMain,
} from './prepare.mjs';

checkNode();
installPackages();
buildWhenStale();
runAsMain(process.execPath, [...nodeFlags, join(root, 'dist/server/main.js')], {
  env: nodeEnv({ NODE_ENV: 'production' }),
});
