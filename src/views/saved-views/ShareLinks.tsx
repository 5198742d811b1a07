import { useSelector } from '@xstate/react';
import { Link2, Pin } from 'lucide-react';
import { mapState } from 'xstate';
import type { ShareActor, ShareSnapshot } from '#machines/app/share.ts';
import type { WorkspaceActor } from '#machines/app/workspace.ts';
import { asOfViewState, currentViewState } from '#machines/selection/permalink.ts';
import type { SelectionActor } from '#machines/selection/selection.ts';
import { useFreshness } from '../kit/freshness.ts';

type State = 'idle' | 'copying' | 'copied' | 'shown' | 'failed';

/** Links to this screen: one shows current figures, a frozen snapshot always shows the figures as of now. */
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
  const canFreeze = useSelector(
    selection,
    ({ context }) => asOfViewState(context, freshness) !== null,
  );

  const copy = (isFrozen: boolean) => {
    const { context } = selection.getSnapshot();
    const opening = isFrozen ? asOfViewState(context, freshness) : currentViewState(context);
    if (opening) actor.send({ type: 'link.copy', opening, isFrozen });
  };

  return (
    <section aria-label="Links" className="views-part" aria-busy={busy}>
      <button type="button" className="menu-item" onClick={() => copy(false)}>
        <span className="menu-mark">
          <Link2 size={14} aria-hidden="true" />
        </span>
        <span className="views-words">
          Copy link
          <span className="menu-note">Shows this view with current figures.</span>
        </span>
      </button>
      <button type="button" className="menu-item" disabled={!canFreeze} onClick={() => copy(true)}>
        <span className="menu-mark">
          <Pin size={14} aria-hidden="true" />
        </span>
        <span className="views-words">
          Copy frozen snapshot
          <span className="menu-note">A link that always shows the figures as of now.</span>
        </span>
      </button>
      <Outcome actor={actor} />
    </section>
  );
}

/** The result of the last copy, in a space reserved for it. */
function Outcome({ actor }: { actor: ShareActor }) {
  const state = useSelector(actor, stateOf);
  const { address, problem, isFrozen } = useSelector(actor, ({ context }) => context);
  if (state === 'shown' && address !== null) {
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
  if (state === 'failed') {
    return (
      <p className="views-outcome" data-failed role="alert">
        {problem?.message}
      </p>
    );
  }
  return (
    <p className="views-outcome" role="status">
      {state === 'copied' ? `${isFrozen ? 'Frozen snapshot' : 'Link'} copied.` : ''}
    </p>
  );
}

const stateOf = (snapshot: ShareSnapshot): State =>
  mapState<ShareSnapshot, State>(snapshot, {
    states: {
      idle: { map: () => 'idle' },
      copying: { map: () => 'copying' },
      copied: { map: () => 'copied' },
      shown: { map: () => 'shown' },
      failed: { map: () => 'failed' },
    },
  })[0]?.result ?? 'idle';
