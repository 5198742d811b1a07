import type { FunnelFigures } from '#contract/funnels/report.ts';
import type { FunnelStatus } from '#contract/funnels/schemas.ts';
import type { FunnelOrder } from '#model/funnel-list.ts';
import { change, duration, type Figure, none, percent, tenth } from '../../kit/format.ts';

export const statusWords: Record<FunnelStatus, string> = {
  draft: 'Draft',
  active: 'Active',
  paused: 'Paused',
  archived: 'Archived',
};

export const orderWords: Record<FunnelOrder, string> = {
  name: 'Name',
  entered: 'Entered',
  converted: 'Converted',
  rate: 'Rate',
  epc: 'EPC',
  cpa: 'CPA',
  roas: 'ROAS',
  updated: 'Updated',
};

/** +0.4 pt: a difference of two shares. */
export const points = (value: Figure): string => change(value).replace('%', 'pt');

/** 1.9 s, 42 s, 1 min 36 s, 1 d 8 h: people are quick, so seconds count within the first ten minutes. */
export function milliseconds(value: Figure): string {
  if (value === null || value === undefined) return none;
  const seconds = value / 1_000;
  if (seconds < 9.95) return `${tenth(seconds)}\u00a0s`;
  const whole = Math.round(seconds);
  const [minutes, rest] = [Math.floor(whole / 60), whole % 60];
  if (whole < 60 || whole >= 600 || rest === 0) return duration(whole);
  return `${minutes}\u00a0min ${rest}\u00a0s`;
}

/** “Checkout 21.0 %, −6.0 pt” */
export const worstStepWords = ({
  name,
  rate,
  change,
}: Exclude<FunnelFigures['worst_step'], null>) =>
  change === null ? `${name} ${percent(rate)}` : `${name} ${percent(rate)}, ${points(change)}`;
