import { useSelector } from '@xstate/react';
import type { UpgradeNotice as Notice } from '#contract/installation/upgrade-notices.ts';
import type { UpgradeNoticeActor } from '#machines/app/upgrade-notice.ts';
import { Button } from '../../kit/Button.tsx';
import './upgrade-notice.css';

/** The oldest notice of an upgrade that the member has not dismissed, with each changed figure. */
export function UpgradeNotice({
  actor,
  notices,
}: {
  actor: UpgradeNoticeActor;
  notices: readonly Notice[];
}) {
  const dismissed = useSelector(actor, ({ context }) => context.result);
  const isBusy = useSelector(actor, (snapshot) => snapshot.hasTag('busy'));
  const problem = useSelector(actor, ({ context }) => context.problem);
  const notice = notices.find(({ id }) => id !== dismissed);
  if (!notice) return null;
  return (
    <section className="upgrade-notice" aria-label="What the upgrade changed">
      <div>
        <p role="status">{notice.text}</p>
        <details>
          <summary>What has changed</summary>
          <dl>
            {notice.changes.map(({ figure, change }) => (
              <div key={figure}>
                <dt>{figure}</dt>
                <dd>{change}</dd>
              </div>
            ))}
          </dl>
        </details>
        {problem ? <p role="alert">{problem.message} The notice is still here.</p> : null}
      </div>
      <Button
        size="small"
        disabled={isBusy}
        onClick={() => actor.send({ type: 'task.start', request: notice.id })}
      >
        Dismiss
      </Button>
    </section>
  );
}
