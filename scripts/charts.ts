import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { charts } from '../tests/support/charts.ts';

/** Draws every machine as Mermaid into docs/charts/. The test beside the machines keeps the drawings true. */
const folder = join(import.meta.dirname, '../docs/charts');

mkdirSync(folder, { recursive: true });
for (const old of readdirSync(folder).filter((name) => name.endsWith('.mmd'))) {
  rmSync(join(folder, old));
}
for (const [name, drawing] of Object.entries(charts())) {
  writeFileSync(join(folder, `${name}.mmd`), drawing);
  console.log(`docs/charts/${name}.mmd`);
}
