import { runImport } from './command.ts';

process.exitCode = await runImport(process.argv.slice(2), {
  env: process.env,
  say: (text) => console.log(text),
  screen: process.stderr,
});
