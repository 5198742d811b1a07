// Finds the LibreOffice that opens exported files in a test, and installs Debian's where that is possible.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

const installed = () =>
  (process.env.PATH ?? '').split(delimiter).some((folder) => existsSync(join(folder, 'soffice')));

const fromDebian =
  'apt-get update -qq && apt-get install -y -qq --no-install-recommends libreoffice-calc-nogui';

/** Installs LibreOffice in the background if there is none; the tests that need it are skipped where that fails. */
export function fetchOffice() {
  if (installed() || process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return null;
  console.log('Installing LibreOffice …');
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const child = spawn('sh', ['-c', fromDebian], { env, stdio: ['ignore', 'inherit', 'inherit'] });
  return new Promise((resolve) => {
    child.on('error', resolve);
    child.on('close', resolve);
  });
}
