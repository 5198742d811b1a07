import { readdirSync, readFileSync } from 'node:fs';

type Found = { pid: number; parent: number; command: string };

export type Memory = { app: number; engine: number; postgres: number };

/** The proportional memory of a server and its stores: pages that PostgreSQL shares count once. */
export function memoryBelow(pid: number): Memory {
  const all = processes();
  const family = new Set([pid]);
  for (let size = 0; size < family.size; ) {
    size = family.size;
    for (const one of all) if (family.has(one.parent)) family.add(one.pid);
  }
  const memory: Memory = { app: 0, engine: 0, postgres: 0 };
  for (const one of all.filter((each) => family.has(each.pid))) {
    const kind = kindOf(one, pid);
    if (kind) memory[kind] += proportional(one.pid);
  }
  return memory;
}

function kindOf({ pid, command }: Found, app: number): keyof Memory | null {
  if (pid === app) return 'app';
  if (/postgres/.test(command)) return 'postgres';
  return /engine\.(ts|js)/.test(command) ? 'engine' : null;
}

function processes(): Found[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
        const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
        const command = readFileSync(`/proc/${name}/cmdline`, 'utf8').replaceAll('\0', ' ');
        return [{ pid: Number(name), parent: Number(fields[1]), command }];
      } catch {
        return [];
      }
    });
}

function proportional(pid: number): number {
  try {
    const text = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8');
    return 1024 * Number(/^Pss:\s+(\d+)/m.exec(text)?.[1] ?? 0);
  } catch {
    return 0;
  }
}
