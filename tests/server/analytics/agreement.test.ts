import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { answered } from '#tests/support/reference/cube.ts';
import { measures } from '#tests/support/reference/measures.ts';
import { shown } from '#tests/support/reference/money.ts';
import { type Row, rowsOf } from '#tests/support/reference/rows.ts';
import { openPlayground, type Playground } from './playground.ts';
import { worldOf } from './world.ts';

const seed = 20_261_120;
const world = worldOf(seed);
let playground: Playground;
let rows: Row[];

beforeAll(async () => {
  playground = await openPlayground(world);
  for (const [index, project] of playground.projects.entries()) {
    for (const request of world[index]?.requests ?? []) {
      await playground.report(project, request);
      await playground.flush();
    }
  }
  rows = playground.projects.flatMap((project, index) =>
    rowsOf(project, world[index]?.requests ?? []),
  );
});
afterAll(() => playground?.stop());

const cubeAnswer = z.object({ data: z.array(z.record(z.string(), z.string().nullable())) });

describe('the product and the plain reference', () => {
  it('agree on every measure of a whole project', async () => {
    for (const { id } of playground.projects) {
      const names = Object.keys(measures);
      const found: Record<string, string | null> = {};
      for (const part of [names.slice(0, 30), names.slice(30)]) {
        const query = {
          measures: part.map((name) => `pixel_summary.${name}`),
          filters: [{ member: 'pixel_summary.project_id', operator: 'equals', values: [`${id}`] }],
        };
        const { body } = await playground.get(
          `/cubejs-api/v1/load?query=${encodeURIComponent(JSON.stringify(query))}`,
          playground.tokens.owner,
        );
        Object.assign(found, cubeAnswer.parse(body).data[0]);
      }
      const [group] = answered(
        rows.filter(({ project }) => project === id),
        {
          measures: names,
          dimensions: [],
          tests: [],
          having: [],
          span: null,
          grain: null,
          zone: 'UTC',
        },
      );
      const cents = Object.fromEntries(
        names.map((name) => {
          const figure = group?.figures.get(name);
          return [name, figure ? Number(shown(figure, 2)) : null];
        }),
      );
      const theirs = Object.fromEntries(
        names.map((name) => {
          const text = found[`pixel_summary.${name}`];
          return [name, text ? Math.round(Number(text) * 100) : null];
        }),
      );
      expect(theirs).toEqual(cents);
    }
  });
});
