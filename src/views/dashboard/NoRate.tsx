import { useSelector } from '@xstate/react';
import type { RcData } from '#contract/analytics/report.ts';
import type { LoaderActor } from '#machines/kit/loader.ts';
import type { Question } from '#model/query.ts';
import { count } from '../kit/format.ts';

/** What the figures miss because nobody said what its currency was worth on its day. */
export function NoRate({ actor }: { actor: LoaderActor<RcData, Question> }) {
  const rows = useSelector(actor, ({ context }) => context.answer?.data.no_rate ?? 0);
  if (rows === 0) return null;
  return (
    <p className="figures-missed">
      {rows === 1
        ? '1 row without an exchange rate is left out.'
        : `${count(rows)} rows without an exchange rate are left out.`}
    </p>
  );
}
