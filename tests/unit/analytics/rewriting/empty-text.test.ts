import { expect, it } from 'vitest';
import { readModel } from '#server/analytics/compiler/model.ts';
import { columnOfText } from '#server/analytics/rewriting/empty-text.ts';

it('finds the column behind a text that shows nothing as none', () => {
  expect(columnOfText("nullIf(s.affid, '')")).toBe('s.affid');
  const { dimensions } = readModel();
  expect(columnOfText(dimensions.get('campaign_id')?.expression ?? '')).toBe(
    'pixel_summary.campaign_id',
  );
});

it.each([
  's.country',
  "nullIf(s.affid, 'x')",
  "nullIf(lower(s.affid), '')",
  "toString(nullIf(s.a, ''))",
])('finds none in %s, which is compared as it stands', (expression) => {
  expect(columnOfText(expression)).toBeNull();
});
