import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { storedDimensions } from '#contract/analytics/dimensions.ts';
import { modelFile, modelIn, readModel, withGenerated } from '#server/analytics/compiler/model.ts';
import { projectRoot } from '#server/platform/project-root.ts';

const text = readFileSync(modelFile, 'utf8');
const model = readModel();

const sources = (folder: string): string[] =>
  readdirSync(join(projectRoot, folder), { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && /\.(ts|tsx)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));

describe('the analytics model', () => {
  it('has the measures and dimensions of the contract', () => {
    expect([...model.measures.keys()]).toEqual(
      expect.arrayContaining([
        'server_revenue',
        'server_aov',
        'server_purchases',
        'server_per_user',
        'server_users',
        'browser_purchases',
        'browser_aov',
        'browser_revenue',
        'browser_per',
        'browser_users',
        'clicks',
        'unique_clicks',
        'cost',
        'payout',
        'refund_amount',
        'net_revenue',
        'profit',
      ]),
    );
    expect([...model.dimensions.keys()]).toEqual([
      'hour',
      'project_id',
      ...storedDimensions,
      'weekday',
      'hour_of_day',
      'record',
      'attributed',
    ]);
  });

  it('holds the dimensions of the registry as `npm run model` writes them', () => {
    expect(withGenerated(text)).toBe(text);
    expect(withGenerated(text.replaceAll('affsub', 'publisher'))).toBe(text);
  });

  it('estimates each figure that follows from cost, as `npm run model` writes it', () => {
    const follows = (name: string) => /(?:^|_)(?:profit|roas|roi|margin|cpa)$/.test(name);
    const names = [...model.measures.keys()].filter(follows);
    const [twins, own] = [true, false].map((isTwin) =>
      names.filter((name) => name.startsWith('estimated_') === isTwin),
    );
    expect(own).toHaveLength(20);
    expect(twins).toEqual(own?.map((name) => `estimated_${name}`));
    expect(withGenerated(text.replaceAll('Estimated margin', 'Margin, est.'))).toBe(text);
    const changed = withGenerated(text.replace('What is left of the revenue', 'The return'));
    expect(changed).toContain('"The return for each unit of estimated cost."');
  });

  it('describes every entry', () => {
    for (const { name, title, description, meta } of model.measures.values()) {
      expect(
        [title, description, meta.formula].every((words) => words.length > 2),
        name,
      ).toBe(true);
    }
  });

  it('knows the rows of every measure', () => {
    for (const { name, records } of model.measures.values()) expect(records, name).not.toBeNull();
    expect(model.measures.get('clicks')?.records).toEqual(new Set(['click']));
    expect(model.measures.get('payout')?.records).toEqual(
      new Set(['conversion', 'refund', 'adjustment', 'click_payout']),
    );
    expect(model.measures.get('profit')?.records).toEqual(
      new Set(['conversion', 'cost', 'refund', 'adjustment', 'click_payout']),
    );
  });

  it('builds measures from other measures', () => {
    expect(model.measures.get('server_aov')?.expression).toBe(
      "toDecimal128((sumIf(pixel_summary.value, pixel_summary.record = 'conversion' AND pixel_summary.side = 'server')), 10)" +
        " / nullIf((countIf(pixel_summary.record = 'conversion' AND pixel_summary.side = 'server')), 0)",
    );
  });

  const nothing = {
    mentioned: new Set<string>(),
    projects: () => null,
    windows: [],
    days: () => [],
    dayOf: (time: string) => `toDate(${time})`,
  };

  it('lists for every arm the records that its SQL can return', () => {
    for (const { columns, records, source } of model.arms) {
      const own = [...(columns.get('record') ?? '').matchAll(/'(\w+)'/g)].map(([, word]) => word);
      const stored = source(nothing).includes('conversions')
        ? ['conversion', 'refund', 'adjustment']
        : [];
      expect(records).toEqual(new Set([...own, ...stored]));
    }
  });

  it('lists for every arm the exclusion reasons of its rows', () => {
    const stored = { conversions: ['rejected', 'reversed', 'no_rate'], costs: ['no_rate'] };
    for (const { columns, reasons, source } of model.arms) {
      const written = columns.get('excluded_reason') ?? '';
      const own = written.replaceAll("event_name = 'click'", '').match(/'[^']+'/g) ?? [];
      const [, table = ''] = /FROM (\w+)/.exec(source(nothing)) ?? [];
      const isClean = source(nothing).includes("excluded_reason = ''");
      const remaining = Object.entries(stored).flatMap(([name, list]) =>
        name === table && !isClean ? list : [],
      );
      expect(reasons).toEqual(new Set([...own.map((word) => word.slice(1, -1)), ...remaining]));
    }
  });

  it('is the only file that spells a measure', () => {
    const aggregates = /\b(?:sumIf|countIf|uniqExactIf)\s*\([^)]*\b(?:record|value|side)\b/;
    const spelling = ['server', 'src', 'contract', 'bench', 'scripts']
      .flatMap(sources)
      .filter((file) => aggregates.test(readFileSync(file, 'utf8')));
    expect(spelling).toEqual([]);
    expect(aggregates.test(text)).toBe(true);
  });

  it.each([
    ['a measure of itself', '{server_revenue} / ', '{server_aov} / '],
    ['an undefined measure', '{server_revenue} / ', '{server_revenu} / '],
    [
      'a figure without its measure',
      'figure: roas, side: browser, unique: true',
      'figure: roas, side: browser, unique: false',
    ],
    ['arms that are not those of the SQL', '[cost, excluded], ', ''],
    [
      'arms with other columns',
      'toDecimal128(0, 16) AS estimated, toUInt64(0) AS spread_clicks, user_key AS person',
      'user_key AS person',
    ],
    ['an unknown entry', 'meta: { column: event_time }', 'meta: { colum: event_time }'],
  ])('refuses %s', (_, before, after) => {
    const from = before.startsWith('{server_revenue}')
      ? `toDecimal128(${before.slice(0, 16)}`
      : before;
    const to = before.startsWith('{server_revenue}')
      ? `toDecimal128(${after.split(' /')[0]}`
      : after;
    expect(text).toContain(from);
    expect(() => modelIn(text.replace(from, to))).toThrow();
  });
});
