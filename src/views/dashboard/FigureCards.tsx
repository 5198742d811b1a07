import { useSelector } from '@xstate/react';
import type { Question } from '#contract/query.ts';
import type { LoaderActor } from '#machines/loader.ts';
import { Definition } from '../parts/Definition.tsx';
import { change, meaningOf } from '../parts/format.ts';
import { Skeleton } from '../parts/Skeleton.tsx';
import type { Figure } from './figures.ts';

/** The cards that one data set fills. */
export function FigureCards<Data>({
  actor,
  figures,
}: {
  actor: LoaderActor<Data, Question>;
  figures: readonly Figure<Data>[];
}) {
  const answer = useSelector(actor, ({ context }) => context.answer);
  const failed = useSelector(actor, (snapshot) => snapshot.hasTag('failed'));

  return figures.map((figure) => (
    <div key={figure.name} className="figure">
      <dt className="figure-name">
        <Definition name={figure.name} text={figure.definition} />
      </dt>
      <dd className="figure-value">
        {answer || failed ? (
          figure.write(answer ? figure.of(answer.data) : null)
        ) : (
          <Skeleton width="70%" height={24} />
        )}
      </dd>
      <dd className="figure-change">
        {answer ? <Change figure={figure} data={answer.data} /> : null}
        {answer || failed ? null : <Skeleton width="45%" height={10} />}
      </dd>
    </div>
  ));
}

/** Sign and value of a change, coloured by what it means, beside the figure it is compared with. */
function Change<Data>({ figure, data }: { figure: Figure<Data>; data: Data }) {
  const before = figure.before(data);
  if (before === null || before === undefined) return null;
  const value = figure.change(data);
  return (
    <>
      <span className="change" data-meaning={meaningOf(value, figure.wanted)}>
        {change(value)}
      </span>
      <span>
        <span className="only-read">compared with </span>
        {figure.write(before)}
      </span>
    </>
  );
}
