import type { z } from 'zod';
import type { stateRowSchema } from '#contract/analytics/report.ts';
import { breakdown } from './breakdown.ts';
import { countryName, stateCode, stateName } from './place-names.ts';
import type { Report } from './report.ts';

export async function statesBreakdown(report: Report): Promise<z.input<typeof stateRowSchema>[]> {
  const rows = await breakdown(report, ['country', 'state']);
  return rows.map(({ keys: [country = 'ZZ', state = ''], ...figures }) => ({
    country,
    country_name: countryName(country),
    state,
    state_code: stateCode(country, state),
    state_name: stateName(country, state),
    ...figures,
  }));
}
