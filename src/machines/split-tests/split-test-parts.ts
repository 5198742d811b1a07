import type { TestResults, TestSeries } from '#contract/split-tests/results.ts';
import type { SplitTest } from '#contract/split-tests/schemas.ts';
import type {
  PastScope,
  ResultsRow,
  TestFileRequest,
  TestScope,
  UnitAssignment,
  UnitRequest,
} from '#model/split-test-detail.ts';
import { type CollectionActor, collectionOf } from '../kit/collection.ts';
import { type LoaderActor, loaderOf } from '../kit/loader.ts';
import { type TaskActor, taskOf } from '../kit/task.ts';

const snapshotAfter = 10 * 60_000;
const dayAfter = 24 * 60 * 60_000;
const exposuresAfter = 15_000;

type OneTest = {
  scope: TestScope;
  row: SplitTest;
  extra: never;
  draft: never;
  action: never;
  secret: never;
};
/** The test of the address as the only entry of a list; a test that does not exist leaves it empty. */
export const oneTestMachine = collectionOf<OneTest>();
export type OneTestActor = CollectionActor<OneTest>;

type LatestResults = {
  scope: TestScope;
  row: ResultsRow;
  extra: never;
  draft: never;
  action: never;
  secret: never;
};
/** The latest snapshot. Until there is one, the count of exposures is read again more often. */
export const latestResultsMachine = collectionOf<LatestResults>().provide({
  delays: {
    staleAfter: ({ context }) => (context.rows[0]?.results ? snapshotAfter : exposuresAfter),
  },
});
export type LatestResultsActor = CollectionActor<LatestResults>;

/** The interval of each treatment, day by day. */
export const testSeriesMachine = loaderOf<TestSeries, TestScope>().provide({
  delays: { staleAfter: snapshotAfter },
});
export type TestSeriesActor = LoaderActor<TestSeries, TestScope>;

/** An earlier snapshot, which never changes. */
export const pastResultsMachine = loaderOf<TestResults, PastScope>().provide({
  delays: { staleAfter: dayAfter },
});
export type PastResultsActor = LoaderActor<TestResults, PastScope>;

/** The variant of one visitor or click, to find out why a person saw what they saw. */
export const unitLookUpMachine = taskOf<UnitRequest, UnitAssignment>();
export type UnitLookUpActor = TaskActor<UnitRequest, UnitAssignment>;

/** The figures of the latest snapshot as a file. */
export const saveTestMachine = taskOf<TestFileRequest, string>();
export type SaveTestActor = TaskActor<TestFileRequest, string>;
