import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { chartIndex } from '../tests/path-reports/chart-index.ts';
import { machineJson } from '../tests/path-reports/machine-json.ts';
import { charts } from '../tests/support/charts.ts';
import { machines } from '../tests/support/machines.ts';

const usage = `npm run charts                       every machine as a drawing in docs/charts/
npm run charts -- --svg <folder>     as pictures
npm run charts -- --json <folder>    as the Stately editor imports it`;

/** Writes the drawings; a test compares them with the committed ones. */
function draw(): void {
  const folder = join(import.meta.dirname, '../docs/charts');
  mkdirSync(folder, { recursive: true });
  for (const old of readdirSync(folder).filter((name) => name.endsWith('.mmd'))) {
    rmSync(join(folder, old));
  }
  const drawings = charts();
  for (const [name, drawing] of Object.entries(drawings)) keep(folder, `${name}.mmd`, drawing);
  keep(folder, 'README.md', chartIndex(machines, drawings));
}

function keep(folder: string, file: string, text: string): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, file), text);
  console.log(join(folder, file));
}

async function run(args: string[]): Promise<void> {
  const { svg, json } = parseArgs({
    args,
    options: { svg: { type: 'string' }, json: { type: 'string' } },
  }).values;
  if (svg === undefined && json === undefined) return draw();
  for (const [name, machine] of Object.entries(machines)) {
    if (json !== undefined) keep(json, `${name}.json`, machineJson(machine));
    if (svg === undefined) continue;
    const { machineSvg: svgOf } = await import('../tests/path-reports/machine-svg.ts');
    keep(svg, `${name}.svg`, await svgOf(machine));
  }
}

await run(process.argv.slice(2)).catch((thrown: unknown) => {
  console.error(`${thrown instanceof Error ? thrown.message : thrown}\n\n${usage}`);
  process.exitCode = 1;
});
