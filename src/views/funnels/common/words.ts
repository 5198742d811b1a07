import type { FunnelFigures, StepHealth } from '#contract/funnels/report.ts';
import type { FunnelStatus } from '#contract/funnels/schemas.ts';
import type { FunnelOrder } from '#model/funnel-list.ts';
import { change, clock, day, duration, type Figure, none, percent } from '../../kit/format.ts';

export const statusWords: Record<FunnelStatus, string> = {
  draft: 'Draft',
  active: 'Active',
  paused: 'Paused',
  archived: 'Archived',
};

export const healthWords: Record<StepHealth['state'], string> = {
  ok: 'Healthy',
  low: 'Low',
  silent: 'Silent',
  unknown: 'Not known',
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
  if (seconds < 9.95) return `${tenths.format(seconds)}\u00a0s`;
  const whole = Math.round(seconds);
  const [minutes, rest] = [Math.floor(whole / 60), whole % 60];
  if (whole < 60 || whole >= 600 || rest === 0) return duration(whole);
  return `${minutes}\u00a0min ${rest}\u00a0s`;
}

const tenths = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1 });

/** “Checkout 21.0 %, −6.0 pt” */
export const worstStepWords = ({
  name,
  rate,
  change,
}: Exclude<FunnelFigures['worst_step'], null>) =>
  change === null ? `${name} ${percent(rate)}` : `${name} ${percent(rate)}, ${points(change)}`;

/** “Checkout: silent since Nov 20, 2026, 14:00” */
export function healthReason(
  { name, state, since, seen, expected, checked_at }: FunnelFigures['health'][number],
  zone: string,
): string {
  switch (state) {
    case 'silent':
      return since === null
        ? `${name}: no event comes any more`
        : `${name}: silent since ${momentToMinutes(since, zone)}`;
    case 'low':
      return seen === null || expected === null
        ? `${name}: far fewer events than usual`
        : `${name}: ${seen} events where about ${Math.round(expected)} were usual`;
    case 'ok':
      return 'The events of all steps arrive as usual';
    case 'unknown':
      return checked_at === null
        ? 'The events were not checked yet'
        : 'There are too few events to compare with';
  }
}

const momentToMinutes = (instant: string, zone: string): string =>
  `${day(dayIn(instant, zone))}, ${clock(instant, zone).slice(0, 5)}`;

/** The day of an instant in a zone. */
export const dayIn = (instant: string, zone: string): string =>
  new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeZone: zone }).format(
    new Date(instant),
  );
