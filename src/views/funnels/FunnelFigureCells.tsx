import type { ReactNode } from 'react';
import type { RowFigures } from '#machines/funnels/funnels.ts';
import type { FunnelOrder } from '#model/funnel-list.ts';
import { Button } from '../kit/Button.tsx';
import { count, factor, meaningOf, money, none, percent } from '../kit/format.ts';
import { roles } from '../kit/tables/aria-roles.ts';
import { isReliable } from './common/health-words.ts';
import { orderWords, points, worstStepWords } from './common/words.ts';
import { FunnelHealth } from './FunnelHealth.tsx';
import { RateLine } from './RateLine.tsx';

/** The number of cells below. */
export const figureCells = 9;

/** The figures of a row: being read, failed, or here. */
export function FunnelFigureCells({
  name,
  row,
  zone,
  onRetry,
}: {
  name: string;
  row: RowFigures | undefined;
  zone: string;
  onRetry: () => void;
}) {
  const { figures, problem } = row ?? {};
  if (problem && !figures) {
    return (
      <td {...roles.cell} colSpan={figureCells} className="funnel-failed">
        <span role="alert">{problem.message}</span>{' '}
        <Button size="small" aria-label={`Retry the figures of ${name}`} onClick={onRetry}>
          Retry
        </Button>
      </td>
    );
  }
  if (!figures) return <ToCome name={name} />;
  const { totals, previous_rate, currency } = figures;
  const change =
    totals.rate === null || previous_rate === null ? null : totals.rate - previous_rate;
  const areReliable = figures.health.every((health) => isReliable({ health }));
  return (
    <>
      <td {...roles.cell} className="funnel-health-cell" data-label="Health">
        <FunnelHealth figures={figures} zone={zone} />
        {problem ? (
          <span className="funnel-note" role="status">
            {problem.message} These figures may be old.{' '}
            <Button size="small" aria-label={`Retry the figures of ${name}`} onClick={onRetry}>
              Retry
            </Button>
          </span>
        ) : null}
      </td>
      <td {...roles.cell} data-label="Rate by day">
        <RateLine trend={figures.trend} />
      </td>
      <Figure of="entered">{count(totals.entered)}</Figure>
      <Figure of="converted">{count(totals.converted)}</Figure>
      <Figure of="rate">
        {percent(totals.rate)}
        <span
          className="funnel-change"
          data-meaning={areReliable ? meaningOf(change, 'more') : undefined}
          title={`The period before: ${percent(previous_rate)}`}
        >
          {change === null ? none : points(change)}
        </span>
      </Figure>
      <Figure of="epc">{money(totals.epc, currency)}</Figure>
      <Figure of="cpa">{money(totals.cpa, currency)}</Figure>
      <Figure of="roas">{factor(totals.roas)}</Figure>
      <td {...roles.cell} className="funnel-worst" data-label="Worst step">
        {figures.worst_step ? worstStepWords(figures.worst_step) : none}
      </td>
    </>
  );
}

function Figure({ of, children }: { of: FunnelOrder; children: ReactNode }) {
  return (
    <td {...roles.cell} className="log-figure" data-label={orderWords[of]}>
      {children}
    </td>
  );
}

function ToCome({ name }: { name: string }) {
  return (
    <>
      <td {...roles.cell}>
        <span className="only-read">The figures of {name} are being read.</span>
        <span className="skeleton funnel-bone" aria-hidden="true" />
      </td>
      {Array.from({ length: figureCells - 1 }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the cells have no other identity
        <td key={index} {...roles.cell} className="log-figure">
          <span className="skeleton funnel-bone" aria-hidden="true" />
        </td>
      ))}
    </>
  );
}
