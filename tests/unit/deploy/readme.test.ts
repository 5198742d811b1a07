import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { collectBodySchema } from '#contract/collect/events.ts';
import { variableNames } from '#server/platform/env.ts';
import { projectRoot } from '#server/platform/project-root.ts';

const read = (...path: string[]) => readFileSync(join(projectRoot, ...path), 'utf8');
const readme = read('README.md');
const sample = JSON.parse(/-d '(\{"events":.*?\]\})'/s.exec(readme)?.[1] ?? '{}');
const ids = ['click_id', 'visitor_id', 'order_id', 'order_number'];

/** The ids of a file, by the names of its columns. */
function idsOf(file: string): string[] {
  const [head = '', ...lines] = read('examples', file).trim().split('\n');
  const columns = head.split(',');
  return lines.flatMap((line) =>
    line.split(',').filter((_, at) => ids.includes(columns[at] ?? '')),
  );
}

it('the first events of the README are accepted, and are not those of an example', () => {
  expect(collectBodySchema.parse(sample).events).toHaveLength(2);
  const events: Record<string, string>[] = sample.events;
  const sent = events.flatMap((event) => ids.flatMap((id) => event[id] ?? []));
  const files = ['events.csv', 'orders.csv'].map(idsOf);
  const all = [sent, ...files].map((some) => [...new Set(some.filter((id) => id !== ''))]);
  for (const some of all) expect(some.length).toBeGreaterThan(2);
  expect(new Set(all.flat()).size).toBe(all.flat().length);
});

it('the README names every variable that an operator sets', () => {
  const told = new Set(readme.match(/`[A-Z][A-Z_]+`/g)?.map((name) => name.slice(1, -1)));
  const untold = variableNames.filter((name) => !told.has(name));
  // Only tests set the first; the second is told with HOST.
  expect(untold).toEqual(['STRIPE_API_URL', 'INSECURE_HTTP']);
});
