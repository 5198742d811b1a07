import { readFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';

export function machine(): string {
  const all = cpus();
  const disk = readFileSync('/proc/mounts', 'utf8')
    .split('\n')
    .find((line) => line.split(' ')[1] === '/')
    ?.split(' ')[2];
  const memory = (totalmem() / 1024 ** 3).toFixed(0);
  return `${all.length} × ${all[0]?.model.trim()}, ${memory} GiB, ${disk ?? 'unknown'} disk, Node ${process.version}, load generator on the same machine`;
}
