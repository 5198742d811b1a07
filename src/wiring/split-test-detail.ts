import type { splitTestDetailMachine } from '#machines/split-tests/split-test-detail.ts';
import { splitTestPaths } from '#model/split-tests.ts';
import { createSplitTestAddress } from '#services/split-tests/split-test-address.ts';
import type { ScreenParts } from './screens.ts';

/** `/split-test/01J9`, and neither the list nor the wizard. */
const isHere = (pathname: string): boolean =>
  /^\/split-test\/[^/]+\/*$/.test(pathname) &&
  !pathname.startsWith(`${splitTestPaths.add}/`) &&
  pathname !== splitTestPaths.add;

/** Provides the machine of one split test. */
export function provideSplitTestDetail(
  machine: typeof splitTestDetailMachine,
  { environment: { window }, goTo }: ScreenParts,
): typeof splitTestDetailMachine {
  const address = createSplitTestAddress(window, goTo, isHere);
  return machine.provide({ actors: { address: address.watch } });
}
