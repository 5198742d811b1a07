import { useSelector } from '@xstate/react';
import type { OfferFiguresActor, OffersListActor } from '#machines/offers/offers-list.ts';
import { Button } from '../../kit/Button.tsx';

/** Why figures are missing or old. The list itself works without them. */
export function FiguresNotice({ actor }: { actor: OffersListActor }) {
  const figures = useSelector(actor, ({ children }) => children.figures);
  return figures ? <FiguresError figures={figures} /> : null;
}

function FiguresError({ figures }: { figures: OfferFiguresActor }) {
  const isFailed = useSelector(figures, (snapshot) => snapshot.hasTag('failed'));
  const { problem, answer } = useSelector(figures, ({ context }) => context);
  if (!isFailed || !problem) return null;
  return (
    <div className="figures-trouble" role="alert">
      <p>
        {problem.message} {answer ? 'The figures may be outdated.' : 'The figures are missing.'}
      </p>
      <Button
        size="small"
        aria-label="Retry the figures"
        onClick={() => figures.send({ type: 'retry' })}
      >
        Retry
      </Button>
    </div>
  );
}
