import { beforeAll, describe, expect, it } from 'vitest';
import { namesFrom } from '#server/analytics/runner/entity-labels.ts';
import { createLabelCache } from '#server/analytics/runner/label-cache.ts';
import { createWarehouseReads, type Select } from '#server/analytics/runner/query-runner.ts';
import { insertLabels } from '#server/pipeline/insert-rows.ts';
import { sharedStores } from '#tests/support/stores.ts';

const stores = sharedStores();
const project = 77_001;
const kinds = ['campaign', 'adset', 'ad'] as const;

beforeAll(async () => {
  const labels = kinds.flatMap((kind) =>
    [
      ['', 'The latest'],
      ['US', 'By US'],
      ['US Summer', 'By US Summer'],
    ].map(([affid = '', name = '']) => ({
      project_id: project,
      kind,
      id: `${kind}-1`,
      affid,
      name,
      seen_at: '2026-11-20T12:00:00.000Z',
    })),
  );
  await insertLabels(stores().warehouse.writer, labels);
});

/** The names by these reads, with the parameters of each. */
function opened() {
  const sent: Record<string, unknown>[] = [];
  const { select } = createWarehouseReads(stores().warehouse.reader);
  const noting: Select = (statement, caller) => {
    sent.push(statement.parameters);
    return select(statement, caller);
  };
  return { names: namesFrom(noting, stores().pool, createLabelCache()), sent };
}

describe('the names of campaigns, ad sets and ads', () => {
  it.each<[reader: string, affids: string[] | null, name: string | undefined]>([
    ['an owner', null, 'The latest'],
    ['an affiliate', ['US'], 'By US'],
    ['an affiliate whose code has a space', ['US Summer'], 'By US Summer'],
    ['an affiliate without names', ['Summer'], undefined],
    ['a member without affiliates', [], undefined],
    ['affiliates with the names of kinds', [...kinds], undefined],
  ])('are read by %s', async (_, visibleAffids, name) => {
    const { names } = opened();
    const scope = [{ id: project, visibleAffids }];
    const all = await names.labelsOfAll(scope, {
      campaign: ['campaign-1'],
      adset: ['adset-1'],
      ad: ['ad-1'],
    });
    const few = await names.fewLabelsOfAll(scope);
    for (const kind of kinds) {
      const id = `${kind}-1`;
      const expected = name === undefined ? [] : [[id, name]];
      expect([...all[kind]]).toEqual(expected);
      expect([...(few?.[kind] ?? [])]).toEqual(expected);
      expect([...(await names.labels(kind, scope, [id]))]).toEqual(expected);
    }
  });

  it('are read for a thousand affiliates in each of five projects with less than 256 KiB', async () => {
    const { names, sent } = opened();
    const scope = Array.from({ length: 5 }, (_, one) => ({
      id: project + one,
      visibleAffids: Array.from({ length: 1_000 }, (_, other) => `partner-${one}-${1_000 + other}`),
    }));
    await names.fewLabelsOfAll(scope);
    await names.labelsOfAll(scope, { campaign: ['1'], adset: ['1'], ad: ['1'] });
    await names.labels('campaign', scope, ['1']);
    for (const parameters of sent) {
      expect(JSON.stringify(parameters).length).toBeLessThan(256 * 1_024);
    }
    expect(sent).toHaveLength(3);
  });
});
