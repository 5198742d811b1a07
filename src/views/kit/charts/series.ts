import type { GraphPoint } from '#contract/analytics/report.ts';
import { money } from '../format.ts';

export type SeriesName = 'revenue' | 'conversions' | 'clicks' | 'cost';

export type Series = {
  name: SeriesName;
  title: string;
  /** The pane's share of the height. */
  weight: number;
  mark: 'area' | 'line' | 'bar';
  write: (value: number | null, currency: string) => string;
  of: (point: GraphPoint) => number | null;
  before: (point: GraphPoint) => number | null;
};

export const isMoney = ({ write }: Series): boolean => write === money;
