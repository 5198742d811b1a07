import { useSelector } from '@xstate/react';
import {
  Archive,
  ArrowLeft,
  Copy,
  Pause,
  Pencil,
  Percent,
  Play,
  RotateCcw,
  Square,
} from 'lucide-react';
import { useSearch } from 'wouter';
import type { SplitTest } from '#contract/split-tests/schemas.ts';
import type { OneTestActor } from '#machines/split-tests/split-test-parts.ts';
import type { TestChangeActor } from '#machines/split-tests/test-change.ts';
import type { DialogKind, TestChange } from '#model/split-test-detail.ts';
import { draftParam, splitTestPaths } from '#model/split-tests.ts';
import { AppLink } from '../../kit/AppLink.tsx';
import { Button } from '../../kit/Button.tsx';
import { CollectionNotice } from '../../kit/CollectionNotice.tsx';
import { linkWith } from '../../kit/own-days-links.ts';
import { StatusChip } from '../common/StatusChip.tsx';
import { goalName, kindWords } from '../common/words.ts';
import { ChangeNotice } from './ChangeNotice.tsx';

/** The name of the test, its status, and what may be done with it. */
export function TestHead({
  holder,
  lifecycle,
  test,
  mayWrite,
}: {
  holder: OneTestActor;
  lifecycle: TestChangeActor;
  test: SplitTest;
  mayWrite: boolean;
}) {
  const search = useSearch();
  const busy = useSelector(holder, (snapshot) => snapshot.hasTag('busy'));
  return (
    <header className="test-head" aria-busy={busy}>
      <AppLink to={linkWith(splitTestPaths.list, search)} className="story-back">
        <ArrowLeft size={16} aria-hidden="true" />
        All split tests
      </AppLink>
      <div className="test-top">
        <div className="test-title">
          <h1>{test.name}</h1>
          <span className="chip">
            <StatusChip status={test.status} />
          </span>
          <span className="test-quiet">
            {kindWords[test.kind]} · {goalName(test.goal.type, test.unit)}
          </span>
        </div>
        {mayWrite ? <Acts lifecycle={lifecycle} test={test} /> : null}
      </div>
      {test.hypothesis === '' ? null : <p className="test-hypothesis">{test.hypothesis}</p>}
      <CollectionNotice actor={holder} nameOf={({ name }) => name} retryLabel="Retry test" />
      <ChangeNotice actor={lifecycle} />
    </header>
  );
}

type Act = { label: string; icon: typeof Play; look?: 'primary' | 'quiet' } & (
  | { ask: DialogKind }
  | { run: TestChange }
);

const duplicate: Act = {
  label: 'Duplicate',
  icon: Copy,
  run: { kind: 'duplicate' },
  look: 'quiet',
};
const archive: Act = { label: 'Archive', icon: Archive, run: { kind: 'archive' }, look: 'quiet' };
const stop: Act = { label: 'Stop', icon: Square, ask: 'stop' };
const edit: Act = { label: 'Edit', icon: Pencil, ask: 'edit', look: 'quiet' };

const acts: Record<SplitTest['status'], readonly Act[]> = {
  draft: [{ label: 'Start', icon: Play, ask: 'start', look: 'primary' }, duplicate, archive],
  running: [
    { label: 'Pause', icon: Pause, run: { kind: 'pause' } },
    { label: 'Change shares', icon: Percent, ask: 'weigh' },
    stop,
    edit,
    duplicate,
  ],
  paused: [{ label: 'Resume', icon: Play, run: { kind: 'resume' } }, stop, edit, duplicate],
  stopped: [edit, duplicate, archive],
  archived: [{ label: 'Restore', icon: RotateCcw, run: { kind: 'restore' } }, duplicate],
};

function Acts({ lifecycle, test }: { lifecycle: TestChangeActor; test: SplitTest }) {
  const search = useSearch();
  const isReady = useSelector(
    lifecycle,
    (snapshot) => snapshot.matches('idle') || snapshot.matches('failed'),
  );
  const draft = new URLSearchParams(search);
  draft.set(draftParam, test.id);
  return (
    <div className="test-acts">
      {acts[test.status].map((act) => (
        <Button
          key={act.label}
          look={act.look ?? 'plain'}
          aria-disabled={!isReady}
          onClick={() =>
            lifecycle.send(
              'ask' in act
                ? { type: 'change.ask', test, kind: act.ask }
                : { type: 'change.run', test, change: act.run },
            )
          }
        >
          <act.icon size={16} aria-hidden="true" />
          {act.label}
        </Button>
      ))}
      {test.status === 'draft' ? (
        <AppLink to={`${splitTestPaths.add}?${draft}`} className="button">
          <Pencil size={16} aria-hidden="true" />
          Edit
        </AppLink>
      ) : null}
    </div>
  );
}
