// Like `npm run dev`, with the workbench at /__workflows: drawings, live states, events, replays.
import { bin, checkNode, installPackages, nodeEnv, run, runAsMain } from './prepare.mjs';

checkNode();
installPackages();
const port = process.env.PORT ?? '3000';
run(bin('vite'), ['build', '--mode', 'pixel', '--logLevel', 'warn']);
runAsMain(bin('tsx'), ['watch', '--clear-screen=false', 'server/main.ts'], {
  env: nodeEnv({ PORT: port, LOG_LEVEL: process.env.LOG_LEVEL ?? 'info' }),
});
runAsMain(bin('vite'), ['--host', '127.0.0.1', '--mode', 'workbench'], {
  env: nodeEnv({ CLICKLEDGER_SERVER: `http://127.0.0.1:${port}` }),
});
console.log('\nWorkflows are at http://127.0.0.1:5173/__workflows, the app beside them.\n');
