import type { FunnelFigures, FunnelRow, StepHealth } from '#contract/funnels/report.ts';
import { type FunnelTemplate, funnelTemplates } from '#contract/funnels/schemas.ts';

/** With what the wizard begins: a template, what the events suggest, or nothing. */
export type WizardStart = { kind: 'template'; template: FunnelTemplate } | { kind: 'detect' };

/** The parameter of the wizard's address that says with what it begins. */
export const startParam = 'from';

export function startIn(text: string | undefined): WizardStart | null {
  if (text === 'detect') return { kind: 'detect' };
  const template = funnelTemplates.find((name) => name === text);
  return template ? { kind: 'template', template } : null;
}

export const funnelOrders = [
  'name',
  'entered',
  'converted',
  'rate',
  'epc',
  'cpa',
  'roas',
  'updated',
] as const;
export type FunnelOrder = (typeof funnelOrders)[number];
export type SortedFunnels = { by: FunnelOrder; descends: boolean };

/** `-rate` is the highest rate first. */
export function orderIn(text: string | undefined): SortedFunnels {
  const descends = text?.startsWith('-') ?? false;
  const by = funnelOrders.find((name) => name === text?.replace(/^-/, ''));
  return by ? { by, descends } : { by: 'updated', descends: true };
}

export const textOfOrder = ({ by, descends }: SortedFunnels): string =>
  `${descends ? '-' : ''}${by}`;

/** Choosing the order again turns it round; figures begin with the highest. */
export const orderAfter = (sorted: SortedFunnels, by: FunnelOrder): SortedFunnels => ({
  by,
  descends: sorted.by === by ? !sorted.descends : by !== 'name',
});

/** By the slug of the funnel. */
type ByFunnel<Value> = Readonly<Record<string, Value>>;
type Figures = ByFunnel<{ figures: FunnelFigures | null }>;

/** What belongs to a slug: a plain object would also answer to `constructor`. */
export const ofFunnel = <Value>(values: ByFunnel<Value>, slug: string): Value | undefined =>
  Object.hasOwn(values, slug) ? values[slug] : undefined;

/** The funnels whose name has the text, in the order; a funnel without the figure comes last. */
export function listedFunnels(
  funnels: readonly FunnelRow[],
  figures: Figures,
  { find = '', sort }: { find?: string | undefined; sort?: string | undefined },
): FunnelRow[] {
  const { by, descends } = orderIn(sort);
  const sought = find.trim().toLowerCase();
  const shown = funnels.filter(({ name, slug }) =>
    `${name} ${slug}`.toLowerCase().includes(sought),
  );
  const turn = descends ? -1 : 1;
  return shown.toSorted((one, other) => {
    if (by === 'name') return turn * one.name.localeCompare(other.name, 'en');
    if (by === 'updated') return turn * one.updated_at.localeCompare(other.updated_at);
    const [a, b] = [one, other].map(
      ({ slug }) => ofFunnel(figures, slug)?.figures?.totals[by] ?? null,
    );
    if (a === null || b === null || a === undefined || b === undefined)
      return Number(a === null) - Number(b === null);
    return turn * (a - b);
  });
}

const severity = [
  'silent',
  'low',
  'ok',
  'unknown',
] as const satisfies readonly StepHealth['state'][];

/** The step whose health is worst; null where no step is watched. */
export const worstHealthOf = ({
  health,
}: Pick<FunnelFigures, 'health'>): FunnelFigures['health'][number] | null =>
  health.toSorted((a, b) => severity.indexOf(a.state) - severity.indexOf(b.state))[0] ?? null;
