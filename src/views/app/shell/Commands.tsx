import { useSelector } from '@xstate/react';
import { Search } from 'lucide-react';
import { Suspense, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import type { SearchActor } from '#machines/app/search.ts';
import type { SessionActor } from '#machines/app/session.ts';
import type { WorkspaceActor } from '#machines/app/workspace.ts';
import type { SelectionActor } from '#machines/selection/selection.ts';
import { lazyPart, type PartUnavailable } from '../../kit/lazy.tsx';
import { focusMainContent } from '../../kit/main-content.ts';
import { onKeyDown } from '../../kit/on-key-down.ts';
import { PendingDialog } from '../../kit/PendingDialog.tsx';
import { UnavailableOverlay } from '../../kit/Unavailable.tsx';
import {
  enterFilterBar,
  type FilterBarVisit,
  leaveFilterBar,
  visitFilterBar,
} from '../../selection/filter-bar.ts';
import { type Act, actOf, belongsToControl, modifier } from '../palette/keys.ts';

const NoDialog: PartUnavailable<{ onClose: () => void }> = ({ props, onRetry }) => (
  <UnavailableOverlay isOpen onRetry={onRetry} onClose={props.onClose} />
);

const Palette = lazyPart(async () => (await import('../palette/Palette.tsx')).Palette, NoDialog);
const KeyList = lazyPart(async () => (await import('../palette/KeyList.tsx')).KeyList, NoDialog);

/** How long `g` waits for the next letter, in milliseconds. */
const patience = 1_500;

/** The command palette and the single-key shortcuts. */
export function Commands({
  actor,
  selection,
  workspace,
  search,
}: {
  actor: SessionActor;
  selection: SelectionActor;
  workspace: WorkspaceActor;
  /** Holds the text of the palette, also while its code is on its way. */
  search: SearchActor;
}) {
  const [open, setOpen] = useState<'palette' | 'keys' | null>(null);
  const [, goTo] = useLocation();
  const preferences = useSelector(actor, ({ context }) => context.preferences);
  const singleKeys = preferences.singleKeys !== false;
  const stroke = useRef({ key: '', at: 0 });
  const visit = useRef<FilterBarVisit | null>(null);
  const close = () => {
    setOpen(null);
    search.send({ type: 'search.close' });
  };
  const write = (change: (text: string) => string) => {
    const text = change(search.getSnapshot().context.text);
    search.send({ type: 'text.change', text, project: selection.getSnapshot().context.project });
  };

  const go = (path: string) => {
    goTo(path);
    focusMainContent();
  };
  const take = (act: Act) => {
    if (act.act === 'palette' || act.act === 'keys') setOpen(act.act);
    if (act.act === 'go') go(act.path);
    if (act.act === 'range') press('[aria-keyshortcuts="t"]');
    if (act.act === 'filter') {
      visit.current = visitFilterBar(visit.current, () => press('[aria-keyshortcuts="/"]'));
    }
    if (act.act === 'comparison') selection.send({ type: 'comparison.switch' });
    if (act.act === 'side') {
      const { browserConversions } = selection.getSnapshot().context;
      selection.send({ type: 'browserConversions.set', on: !browserConversions });
    }
  };
  const hear = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && !event.defaultPrevented) {
      visit.current = leaveFilterBar(visit.current, event.target);
    }
    const { key, at } = stroke.current;
    const before = event.timeStamp - at < patience ? key : '';
    const { ctrlKey, metaKey, altKey } = event;
    const act = actOf({ key: event.key, ctrlKey, metaKey, altKey, before });
    const isSingle = act?.act !== 'palette';
    if (isSingle && (belongsToControl(event.target) || !singleKeys)) return;
    stroke.current = { key: event.key, at: event.timeStamp };
    if (!act || event.repeat || event.defaultPrevented) return;
    event.preventDefault();
    take(act);
  };

  return (
    <>
      <button
        type="button"
        className="trigger palette-button"
        aria-keyshortcuts="Meta+K Control+K"
        ref={(button) => onKeyDown(button?.ownerDocument, hear)}
        onClick={() => setOpen('palette')}
      >
        <Search size={16} aria-hidden="true" />
        <span className="only-read">Commands </span>
        <kbd>{modifier() === '⌘' ? '⌘K' : 'Ctrl K'}</kbd>
      </button>
      <Suspense fallback={<PendingDialog onWrite={write} onLeave={close} />}>
        {open === 'palette' ? (
          <Palette
            desk={{
              session: actor,
              selection,
              workspace,
              goTo: go,
              showKeys: () => setOpen('keys'),
            }}
            search={search}
            onWrite={write}
            onClose={close}
          />
        ) : null}
        {open === 'keys' ? (
          <KeyList
            singleKeys={singleKeys}
            onSingleKeys={(on) =>
              actor.send({
                type: 'preferences.change',
                preferences: { ...preferences, singleKeys: on },
              })
            }
            onClose={close}
          />
        ) : null}
      </Suspense>
    </>
  );
}

/** Clicks the visible control of a shortcut. */
function press(selector: string) {
  const controls = [...document.querySelectorAll<HTMLElement>(selector)];
  const control = controls.find((one) => one.checkVisibility?.() ?? true);
  if (control?.getAttribute('aria-pressed') === 'true') return enterFilterBar();
  control?.focus();
  control?.click();
}
