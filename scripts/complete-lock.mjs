// If a registry has no binaries for other platforms, npm leaves them out of package-lock.json, and `npm ci` fails.
// This adds them back by name and platform, so that one lock file serves every platform. Run after changing packages.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './prepare.mjs';

const file = join(root, 'package-lock.json');
const lock = JSON.parse(readFileSync(file, 'utf8'));
const systems = [
  'aix',
  'android',
  'darwin',
  'freebsd',
  'linux',
  'netbsd',
  'openbsd',
  'openharmony',
  'sunos',
  'win32',
];
const chips = ['arm64', 'arm', 'ia32', 'loong64', 'mips64el', 'ppc64', 'riscv64', 's390x', 'x64'];
const exact = /^\d+\.\d+\.\d+[\w.+-]*$/;

function platformOf(name) {
  const words = name.split(/[/@._-]/);
  const os =
    systems.find((system) => words.includes(system)) ??
    (words.includes('windows') ? 'win32' : undefined);
  const cpu =
    chips.find((chip) => words.includes(chip)) ?? (words.includes('wasm32') ? 'wasm32' : undefined);
  const libc = words.some((word) => word.startsWith('musl'))
    ? 'musl'
    : words.some((word) => word.startsWith('gnu'))
      ? 'glibc'
      : undefined;
  return { os, cpu, libc };
}

let added = 0;
for (const [path, entry] of Object.entries(lock.packages)) {
  for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
    const isKnown =
      lock.packages[`node_modules/${name}`] || lock.packages[`${path}/node_modules/${name}`];
    const { os, cpu, libc } = platformOf(name);
    if (isKnown || !exact.test(version) || (!os && !cpu)) continue;
    lock.packages[`node_modules/${name}`] = {
      version,
      ...(cpu ? { cpu: [cpu] } : {}),
      ...(entry.dev ? { dev: true } : {}),
      ...(libc && os === 'linux' ? { libc: [libc] } : {}),
      optional: true,
      ...(os ? { os: [os] } : {}),
    };
    added += 1;
  }
}
const sorted = Object.entries(lock.packages).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
lock.packages = Object.fromEntries(sorted);
writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`);
console.log(`${added} packages of other platforms added`);
