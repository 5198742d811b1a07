import { defaultTestRange, splitTestPaths } from '#model/split-tests.ts';
import { createOwnDaysAddress } from '../kit/own-days-address.ts';

/** What the address of a split test's screen says: the test, the tab and the parameters that the screen names. */
export const createSplitTestAddress = (
  window: Window,
  go: Parameters<typeof createOwnDaysAddress>[1],
  isHere: (pathname: string) => boolean,
  names: readonly string[] = [],
) =>
  createOwnDaysAddress(window, go, {
    isHere,
    subjectIn: (pathname) => ({ id: idIn(pathname) }),
    defaultRange: defaultTestRange,
    names,
  });

function idIn(pathname: string): string | null {
  const [, id] = /^\/split-test\/([\w-]{1,60})\/*$/.exec(pathname) ?? [];
  return id === undefined || splitTestPaths.detail(id) === splitTestPaths.add ? null : id;
}
