import type { RowFigures } from '#machines/funnels/funnels.ts';
import { Button } from '../kit/Button.tsx';
import { count, factor, meaningOf, money, none, percent } from '../kit/format.ts';
import { points, worstStepWords } from './common/words.ts';
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
      <td colSpan={figureCells} className="funnel-failed">
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
  return (
    <>
      <td>
        <RateLine trend={figures.trend} />
      </td>
      <td className="log-figure">{count(totals.entered)}</td>
      <td className="log-figure">{count(totals.converted)}</td>
      <td className="log-figure">
        {percent(totals.rate)}
        <span
          className="funnel-change"
          data-meaning={meaningOf(change, 'more')}
          title={`The period before: ${percent(previous_rate)}`}
        >
          {change === null ? none : points(change)}
        </span>
      </td>
      <td className="log-figure">{money(totals.epc, currency)}</td>
      <td className="log-figure">{money(totals.cpa, currency)}</td>
      <td className="log-figure">{factor(totals.roas)}</td>
      <td>{figures.worst_step ? worstStepWords(figures.worst_step) : none}</td>
      <td>
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
    </>
  );
}

function ToCome({ name }: { name: string }) {
  return (
    <>
      <td>
        <span className="only-read">The figures of {name} are being read.</span>
        <span className="skeleton funnel-bone" aria-hidden="true" />
      </td>
      {Array.from({ length: figureCells - 1 }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the cells have no other identity
        <td key={index} className="log-figure">
          <span className="skeleton funnel-bone" aria-hidden="true" />
        </td>
      ))}
    </>
  );
}
