import { describe, expect, it } from 'vitest';
import { clocks, defaultAttribution, models } from '#contract/analytics/attribution.ts';
import { compile } from '#server/analytics/compiler/compile.ts';
import { creditedModel, isCredited } from '#server/analytics/compiler/credit-model.ts';
import { readModel } from '#server/analytics/compiler/model.ts';
import type { Query } from '#server/analytics/compiler/query.ts';

const model = readModel();
const byCampaign: Query = {
  measures: ['server_revenue', 'server_users', 'payout'],
  dimensions: ['campaign_id'],
  filters: [{ member: 'project_id', operator: 'equals', values: ['7'] }],
  window: { from: new Date('2026-11-20T05:00:00Z'), to: new Date('2026-11-21T05:00:00Z') },
  timezone: 'UTC',
};
const others = models.filter((one) => one !== defaultAttribution.model);

const { asOf: _, ...usual } = defaultAttribution;

describe('a credited model', () => {
  it('is the model itself by default', () => {
    expect(creditedModel(model, usual)).toBe(model);
  });

  it('reads no touches for the default credit on the days of clicks', () => {
    const onClick = creditedModel(model, { ...usual, clock: 'click' });
    const { sql } = compile(onClick, byCampaign);
    expect(sql).toContain('click_time');
    expect(sql).not.toContain('touches');
  });

  it.each(others)('reads the touches that can count alone by %s', (name) => {
    for (const clock of clocks) {
      const credited = creditedModel(model, { model: name, lookbackDays: 30, clock });
      const { sql } = compile(credited, byCampaign);
      const [, inner = ''] =
        /JSONExtract\(touches[\s\S]*?FROM conversions FINAL([\s\S]*?)\n +\)/.exec(sql) ?? [];
      expect(inner).toContain('project_id IN {');
      expect(inner).toContain('event_time');
    }
  });

  it('splits only the requested dimensions', () => {
    const credited = creditedModel(model, { ...usual, model: 'linear' });
    const { sql } = compile(credited, byCampaign);
    expect(sql).toContain('campaign_id String');
    expect(sql).not.toContain('utm_source String');
  });

  it('leaves out touches that were stored later', () => {
    const asOf = new Date('2026-11-20T12:00:00Z');
    const credited = creditedModel(model, { ...usual, model: 'linear', asOf });
    expect(compile(credited, byCampaign).sql).toContain(`t.ingested <= ${asOf.getTime()}`);
  });
});

describe('whether attribution can change an answer', () => {
  const total: Query = { measures: ['server_revenue'], timezone: 'UTC' };
  const one = (member: string) => ({ member, operator: 'equals' as const, values: ['1'] });
  it.each([
    ['a total', total, false],
    ['a day', { ...total, granularity: 'day' as const }, false],
    ['a project', { ...total, filters: [one('project_id')] }, false],
    ['an affiliate', { ...total, filters: [{ or: [one('project_id'), one('affid')] }] }, true],
    ['a country', { ...total, dimensions: ['country'] }, true],
    ['what is attributed', { ...total, filters: [one('attributed')] }, true],
  ])('is decided for %s', (_, query, expected) => {
    expect(isCredited(query, { ...usual, model: 'linear' })).toBe(expected);
    expect(isCredited(query, { ...usual, clock: 'click' })).toBe(true);
  });
});
