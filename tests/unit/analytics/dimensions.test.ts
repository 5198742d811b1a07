import { describe, expect, it } from 'vitest';
import { dimensionRows } from '#contract/analytics/dimension-rows.ts';
import {
  childrenOf,
  costDimensions,
  defaultChild,
  filterGroups,
  groupings,
  levels,
  ownColumns,
  parameterOf,
  storedDimensions,
} from '#contract/analytics/dimensions.ts';
import { reportQuerySchema } from '#contract/analytics/report-query.ts';

describe('the registry of dimensions', () => {
  it('names each dimension once', () => {
    expect(new Set(groupings).size).toBe(dimensionRows.length);
  });

  it('opens rows by dimensions that it has', () => {
    for (const name of groupings) {
      const children = childrenOf(name);
      expect(children.every((child) => groupings.includes(child))).toBe(true);
      expect(new Set(children).size).toBe(children.length);
      expect(children).not.toContain(name);
      if (defaultChild[name]) expect(children[0]).toBe(defaultChild[name]);
    }
  });

  it('leads from a channel to an ad, and from a campaign to its levels', () => {
    const path = ['channel' as const, ...levels];
    for (const [index, name] of levels.entries()) {
      expect(defaultChild[path[index] ?? 'channel']).toBe(name);
    }
  });

  it('has a parameter of every report for each filter', () => {
    for (const group of filterGroups) {
      expect(Object.keys(reportQuerySchema.shape)).toContain(parameterOf(group));
    }
  });

  it('stores what conversions name themselves beside what their click names', () => {
    for (const column of ownColumns) {
      expect(storedDimensions.map((name) => `own_${name}`)).toContain(column);
    }
    expect(costDimensions.every((name) => storedDimensions.includes(name))).toBe(true);
  });
});
