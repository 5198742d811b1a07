import { useSelector } from '@xstate/react';
import { Link2, Pin } from 'lucide-react';
import { mapState } from 'xstate';
import type { ShareActor, ShareSnapshot } from '#machines/app/share.ts';
import type { WorkspaceActor } from '#machines/app/workspace.ts';
import { currentViewState, permalinkState } from '#machines/selection/permalink.ts';
import type { SelectionActor } from '#machines/selection/selection.ts';
import { useFreshness } from '../kit/freshness.ts';

type Stand = 'idle' | 'copying' | 'copied' | 'shown' | 'failed';

/** Links to what is on screen: one that moves on with the days, and one whose figures stay as they are. */
export function ShareLinks({
  actor,
  selection,
  workspace,
}: {
  actor: ShareActor;
  selection: SelectionActor;
  workspace: WorkspaceActor;
}) {
  const busy = useSelector(actor, (snapshot) => snapshot.hasTag('busy'));
  const freshness = useFreshness(workspace);
  const pinned = useSelector(
    selection,
    ({ context }) => permalinkState(context, freshness) !== null,
  );

  const copy = (isPinned: boolean) => {
    const { context } = selection.getSnapshot();
    const opening = isPinned ? permalinkState(context, freshness) : currentViewState(context);
    if (opening) actor.send({ type: 'link.copy', opening, isPinned });
  };

  return (
    <section aria-label="Links" className="views-part" aria-busy={busy}>
      <button type="button" className="menu-item" onClick={() => copy(false)}>
        <span className="menu-mark">
          <Link2 size={14} aria-hidden="true" />
        </span>
        <span className="views-words">
          Copy link
          <span className="menu-note">Shows this view with the figures of the day.</span>
        </span>
      </button>
      <button type="button" className="menu-item" disabled={!pinned} onClick={() => copy(true)}>
        <span className="menu-mark">
          <Pin size={14} aria-hidden="true" />
        </span>
        <span className="views-words">
          Copy pinned link
          <span className="menu-note">Shows the figures as they are now, also next year.</span>
        </span>
      </button>
      <Outcome actor={actor} />
    </section>
  );
}

/** What came of it, in the place that was kept for it. */
function Outcome({ actor }: { actor: ShareActor }) {
  const stand = useSelector(actor, standOf);
  const { address, problem, isPinned } = useSelector(actor, ({ context }) => context);
  if (stand === 'shown' && address !== null) {
    return (
      <label className="views-link">
        <span className="menu-note">Copying is not allowed here. This is the link:</span>
        <input
          className="input"
          readOnly
          value={address}
          onFocus={({ currentTarget }) => currentTarget.select()}
        />
      </label>
    );
  }
  if (stand === 'failed') {
    return (
      <p className="views-outcome" data-failed role="alert">
        {problem?.message}
      </p>
    );
  }
  return (
    <p className="views-outcome" role="status">
      {stand === 'copied' ? `${isPinned ? 'Pinned link' : 'Link'} copied.` : ''}
    </p>
  );
}

const standOf = (snapshot: ShareSnapshot): Stand =>
  mapState<ShareSnapshot, Stand>(snapshot, {
    states: {
      idle: { map: () => 'idle' },
      copying: { map: () => 'copying' },
      copied: { map: () => 'copied' },
      shown: { map: () => 'shown' },
      failed: { map: () => 'failed' },
    },
  })[0]?.result ?? 'idle';
