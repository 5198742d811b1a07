import { beforeAll, expect, it } from 'vitest';
import { Parameters } from '#server/analytics/compiler/parameters.ts';
import { createWarehouseReads } from '#server/analytics/runner/query-runner.ts';
import { attemptsSql } from '#server/funnels/query/attempts-sql.ts';
import type { FunnelQuestion } from '#server/funnels/query/funnel-question.ts';
import { twiceReported } from '#server/funnels/query/twice-reported.ts';
import { type FunnelData, followFunnel } from '#tests/support/reference/funnels.ts';
import { sharedStores } from '#tests/support/stores.ts';
import {
  affids,
  firstDay,
  insertFunnelData,
  primary,
  randomData,
  randomDefinition,
  randomFilters,
  randomOf,
} from './random-funnels.ts';

const stores = sharedStores();
const sets = 25;
const data = new Map<number, FunnelData>();

beforeAll(async () => {
  for (let set = 1; set <= sets; set += 1) {
    const made = randomData(randomOf(set), `s${set}`);
    data.set(set, made);
    await insertFunnelData(stores().warehouse.writer, set, made);
  }
});

it.each(Array.from({ length: sets }, (_, index) => index + 1))(
  'follows set %i',
  async (set) => {
    const { select } = createWarehouseReads(stores().warehouse.reader);
    const random = randomOf(1_000 + set);
    const own = data.get(set) ?? { events: [], conversions: [] };
    for (let round = 0; round < 80; round += 1) {
      const definition = randomDefinition(random);
      const from = firstDay + random.below(3) * 86_400_000;
      const to = from + (1 + random.below(3)) * 86_400_000;
      const question: FunnelQuestion = {
        project: set,
        primary,
        definition,
        window: { from: new Date(from), to: new Date(to) },
        affids: random.chance(0.8) ? null : [random.one(affids.filter(Boolean))],
        filters: randomFilters(random),
      };
      const parameters = new Parameters();
      const twice = await twiceReported(select, question);
      const sql = attemptsSql({ question, twice, parameters });
      const columns = definition.steps
        .filter(({ optional }) => !optional)
        .map((_, i) => `place${i}`);
      const extras = definition.steps.flatMap(({ optional }, i) => (optional ? [i] : []));
      const time = (name: string) =>
        `if(${name} = 0, '-', toString(bitShiftRight(${name}, 28) + ${from}))`;
      const rows = await select({
        sql: `SELECT toString(level), ${[...columns, ...extras.map((i) => `extra${i}`)].map(time).join(', ')} FROM (${sql})`,
        parameters: parameters.values,
      });
      const wanted = followFunnel(own, {
        definition,
        primary,
        from,
        to,
        affids: question.affids,
        filters: question.filters ?? [],
      }).map(({ level, entry, taken, reached }) => [
        String(level),
        ...columns.map((_, i) => String(i === 0 ? entry.time : (taken[i]?.time ?? '-'))),
        ...extras.map((i) => String(reached.get(i)?.time ?? '-')),
      ]);
      const text = (all: readonly unknown[]) => all.map((one) => JSON.stringify(one)).toSorted();
      expect(text(rows), JSON.stringify(question, null, 1)).toEqual(text(wanted));
    }
  },
  120_000,
);
