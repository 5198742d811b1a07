import type { splitTestWizardMachine } from '#machines/split-tests/split-test-wizard.ts';
import { draftParam, splitTestPaths } from '#model/split-tests.ts';
import { createSplitTestAddress } from '#services/split-tests/split-test-address.ts';
import type { ScreenParts } from './screens.ts';

/** Provides the machine of the wizard for a split test. */
export function provideSplitTestWizard(
  machine: typeof splitTestWizardMachine,
  { environment: { window }, goTo }: ScreenParts,
): typeof splitTestWizardMachine {
  const isHere = (path: string) => path === splitTestPaths.add;
  const address = createSplitTestAddress(window, goTo, isHere, [draftParam]);
  return machine.provide({ actors: { address: address.watch } });
}
