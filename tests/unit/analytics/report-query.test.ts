import { expect, it } from 'vitest';
import { reportQuerySchema } from '#contract/analytics/report-query.ts';
import { parseQueryString } from '#server/plugins/query-string.ts';

const campaigns = (text: string) =>
  reportQuerySchema.parse(parseQueryString(`affiliate_id=3,4&${text}`)).utm_campaign;

it('a list in one text is split at its commas, and items of a list keep theirs', () => {
  expect(campaigns('utm_campaign=spring,-autumn')).toEqual(['spring', '-autumn']);
  expect(campaigns('utm_campaign[]=Summer,%202026')).toEqual(['Summer, 2026']);
  expect(campaigns('utm_campaign[]=a,b&utm_campaign[]=-c,d')).toEqual(['a,b', '-c,d']);
});
