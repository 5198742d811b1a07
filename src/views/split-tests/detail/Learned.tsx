import type { SplitTest } from '#contract/split-tests/schemas.ts';
import { SnapshotLink } from '../common/SnapshotLink.tsx';
import { decisionText } from '../common/words.ts';
import { instant } from './words.ts';

/** What was decided and learned, and by which figures. */
export function Learned({
  test,
  decision,
  zone,
}: {
  test: Pick<SplitTest, 'id'>;
  decision: NonNullable<SplitTest['decision']>;
  zone: string;
}) {
  return (
    <section className="panel" aria-labelledby="test-learned">
      <header className="panel-head">
        <h2 className="panel-title" id="test-learned">
          What was learned
        </h2>
        <p className="panel-freshness">
          {decisionText(decision.decision, decision.variant)}
          {decision.is_override ? ', against the gate' : ''}
          {decision.decided_by === null ? '' : `, by ${decision.decided_by}`},{' '}
          {instant(decision.decided_at, zone)}
        </p>
        {decision.snapshot_id === null ? null : (
          <div className="panel-tools">
            <SnapshotLink test={test} snapshot={decision.snapshot_id}>
              Figures it was decided by
            </SnapshotLink>
          </div>
        )}
      </header>
      <p className="test-body test-note">
        {decision.note === '' ? 'No note was written.' : decision.note}
      </p>
    </section>
  );
}
