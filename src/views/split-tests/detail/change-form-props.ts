import type { SplitTest } from '#contract/split-tests/schemas.ts';
import type { TestChangeActor } from '#machines/split-tests/test-change.ts';
import type { TestChange } from '#model/split-test-detail.ts';

/** The props of the form of every change. */
export type ChangeFormProps = {
  actor: TestChangeActor;
  test: SplitTest;
  onConfirm: (change: TestChange) => void;
  onCancel: () => void;
};
