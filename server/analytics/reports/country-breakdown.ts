import type { z } from 'zod';
import type { countryRowSchema } from '#contract/analytics/report.ts';
import { breakdown } from './breakdown.ts';
import { countryName } from './place-names.ts';
import type { Report } from './report.ts';

export async function countryBreakdown(
  report: Report,
): Promise<z.input<typeof countryRowSchema>[]> {
  const rows = await breakdown(report, ['country']);
  return rows.map(({ keys: [country = 'ZZ'], ...figures }) => ({
    country,
    country_name: countryName(country),
    ...figures,
  }));
}
