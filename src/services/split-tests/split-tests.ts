import { fromPromise } from 'xstate';
import type { SplitTest, TestLine } from '#contract/split-tests/schemas.ts';
import type { TestAction } from '#model/split-tests.ts';
import type { Api } from '../kit/api.ts';
import type {
  ReadEntries,
  RemoveEntry,
  RestoreEntry,
  RunAction,
} from '../kit/collection-requests.ts';
import { idempotent } from '../kit/idempotent.ts';
import { listTests } from './list-tests.ts';

type Scope = { project: number };

/** `GET split-tests/`: all tests that are not archived, and archived ones with a decision. */
export const readTests = (
  api: Api,
  whenVisible: (signal: AbortSignal) => Promise<void>,
): ReadEntries<Scope, TestLine> =>
  fromPromise(async ({ input: { scope, isRefresh }, signal }) => {
    if (isRefresh) await whenVisible(signal);
    const [open, decided] = await Promise.all([
      listTests(api, scope, signal),
      listTests(api, { ...scope, tab: 'learnings' }, signal),
    ]);
    return { rows: [...open, ...decided.filter(({ status }) => status === 'archived')] };
  });

/** `POST split-tests/{id}/pause/`, `resume/`, `stop/` or `duplicate/`. */
export const actOnTest = (api: Api): RunAction<Scope, TestLine, TestAction> =>
  fromPromise(async ({ input: { action }, signal }) => {
    const { kind, test } = action;
    const { id, version } = test;
    const call = { params: { id }, body: {}, version, signal };
    switch (kind) {
      case 'pause': {
        const entry = changedLine(test, await api.call('pauseSplitTest', call));
        return { entry, undo: { kind: 'resume', test: entry } };
      }
      case 'resume': {
        const entry = changedLine(test, await api.call('resumeSplitTest', call));
        return { entry, undo: { kind: 'pause', test: entry } };
      }
      case 'stop':
        return { entry: changedLine(test, await api.call('stopSplitTest', call)) };
      case 'duplicate': {
        await idempotent(api, 'duplicateSplitTest', { params: { id }, body: {}, signal });
        return {};
      }
    }
  });

/** `DELETE split-tests/{id}/`, which archives. */
export const archiveTest = (api: Api): RemoveEntry<TestLine> =>
  fromPromise(async ({ input: { entry }, signal }) => {
    const { id, version } = entry;
    await api.call('archiveSplitTest', { params: { id }, version, signal });
  });

/** `POST split-tests/{id}/restore/`. Another name is given where a new test took it. */
export const restoreTest = (api: Api): RestoreEntry<TestLine> =>
  fromPromise(async ({ input: { entry }, signal }) => {
    const { id } = entry;
    const restored = await api.call('restoreSplitTest', { params: { id }, body: {}, signal });
    return { entry: changedLine(entry, restored) };
  });

/** The line of a test after a change; what was counted stays until the list is read again. */
const changedLine = (line: TestLine, { name, status, version }: SplitTest): TestLine => ({
  ...line,
  name,
  status,
  version,
});
