import { join } from 'node:path';
import {
  become,
  buildWhenStale,
  checkNode,
  installPackages,
  nodeEnv,
  nodeFlags,
  root,
} from './prepare.mjs';

checkNode();
installPackages();
buildWhenStale();
become(process.execPath, [...nodeFlags, join(root, 'dist/server/main.js')], {
  env: nodeEnv({ NODE_ENV: 'production' }),
});
