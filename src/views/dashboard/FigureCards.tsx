import { useSelector } from '@xstate/react';
import type { Definition as Defined } from '#contract/analytics/report.ts';
import type { LoaderActor } from '#machines/kit/loader.ts';
import type { Freshness, Question } from '#model/query.ts';
import { Definition } from '../kit/Definition.tsx';
import { FigureButton } from '../kit/FigureButton.tsx';
import { change, meaningOf } from '../kit/format.ts';
import { Skeleton } from '../kit/Skeleton.tsx';
import { ComparedFigure } from './ComparedFigure.tsx';
import { definitionOf, type Figure } from './figures.ts';

/** The cards of one report. */
export function FigureCards<Data>({
  actor,
  figures,
  known,
}: {
  actor: LoaderActor<Data, Question>;
  figures: readonly Figure<Data>[];
  /** The metric definitions. */
  known: readonly Defined[];
}) {
  const answer = useSelector(actor, ({ context }) => context.answer);
  const failed = useSelector(actor, (snapshot) => snapshot.hasTag('failed'));
  const side = useSelector(actor, ({ context }) =>
    context.query.browserConversions ? 'browser' : 'server',
  );
  const currency = answer?.freshness.currency ?? '';

  return figures.map((figure) => {
    const beside = answer && figure.beside(answer.data, side, currency);
    const amount = answer ? figure.of(answer.data) : null;
    const value = answer || failed ? figure.write(amount, currency) : null;
    return (
      <div key={figure.name} className="figure" data-series={figure.series}>
        <dt className="figure-name">
          <Definition name={figure.name} text={definitionOf(figure, side, known)} />
        </dt>
        <dd className="figure-value" data-long={lengthOf(value)}>
          {value === null ? <Skeleton width="70%" height={24} /> : null}
          {amount !== null ? (
            <FigureButton figure={figure.opens} label={`${figure.name} ${value}, show its rows`}>
              {value}
            </FigureButton>
          ) : (
            value
          )}
        </dd>
        <dd className="figure-change">
          {answer ? (
            <Change figure={figure} data={answer.data} freshness={answer.freshness} />
          ) : null}
          {answer || failed ? null : <Skeleton width="45%" height={10} />}
        </dd>
        <dd className="figure-beside">
          {beside ? (
            <>
              {beside.name} <span>{beside.value}</span>
            </>
          ) : null}
        </dd>
      </div>
    );
  });
}

/** More characters than a card has room for at its usual font size, and at the smaller one. */
const [long, longer] = [10, 13];

function lengthOf(value: string | null) {
  const { length } = value ?? '';
  if (length <= long) return undefined;
  return length > longer ? 'longer' : 'long';
}

/**
 * A change with its sign, coloured by its meaning, beside the compared figure. Without a compared figure there is no
 * change: "– 0.00" would look like a loss.
 */
function Change<Data>({
  figure,
  data,
  freshness,
}: {
  figure: Figure<Data>;
  data: Data;
  freshness: Freshness;
}) {
  const before = figure.before(data);
  if (before === null || before === undefined) return null;
  const value = figure.change(data);
  return (
    <ComparedFigure freshness={freshness}>
      {value === null || value === undefined ? (
        'from'
      ) : (
        <span className="change" data-meaning={meaningOf(value, figure.wanted)}>
          {change(value)}
        </span>
      )}{' '}
      {figure.write(before, freshness.currency)}
    </ComparedFigure>
  );
}
