import type { SplitTest } from '#contract/split-tests/schemas.ts';
import type { ResultsRow } from '#model/split-test-detail.ts';
import { AppLink } from '../../kit/AppLink.tsx';
import { clock, count, exactPercent } from '../../kit/format.ts';
import { instant } from './words.ts';

/** What to look at while no results are there, with what has arrived so far. */
export function Unseen({
  test,
  live: { exposures, last_exposure_at: last, next_snapshot_at: next },
  zone,
}: {
  test: SplitTest;
  live: ResultsRow['live'];
  zone: string;
}) {
  return (
    <section className="panel verdict" data-look="open" aria-labelledby="test-unseen">
      <div className="verdict-words" role="status">
        <h2 className="verdict-title" id="test-unseen">
          {exposures === 0
            ? `No ${test.unit} has seen the test yet`
            : `${count(exposures)} ${exposures === 1 ? 'exposure has' : 'exposures have'} arrived`}
        </h2>
        <p>
          {exposures === 0
            ? '0 exposures so far. They are counted here within seconds.'
            : `The last came at ${instant(last, zone)}.`}
          {next ? ` The next results come at ${clock(next, zone).slice(0, 5)}.` : ''}
        </p>
      </div>
      {exposures === 0 ? (
        <ol className="unseen" aria-label="What to look at">
          <li>
            <strong>Is the link live?</strong> Your ads must lead to{' '}
            <AppLink to={test.link} external>
              the link of the test
            </AppLink>
            , not to one of its pages.
          </li>
          <li>
            <strong>Or is the pixel loaded?</strong> A page that splits by itself needs the pixel
            and <code>mp('assign', '{test.slug}')</code>; it counts when the variant is shown.
          </li>
          <li>
            <strong>Does enough traffic take part?</strong> {exactPercent(test.traffic_pct / 100)}{' '}
            of it does. Bots, previews and prefetches never count.
          </li>
        </ol>
      ) : null}
    </section>
  );
}
