import type pg from 'pg';
import type { Select } from '../analytics/runner/query-runner.ts';
import type { CheckDestination } from '../egress/destination-checks.ts';
import type { Egress } from '../egress/resolve-host.ts';
import type { Idempotent } from '../plugins/idempotency.ts';
import type { TestRow } from './test-rows.ts';

export type SplitTestDependencies = {
  pool: pg.Pool;
  /** Reads the warehouse. */
  select: Select;
  now: () => Date;
  idempotent: Idempotent;
  /** Where visitors reach this installation, without a slash at its end. */
  publicUrl: () => string;
  /** Which hosts addresses may name. */
  egress: Egress;
  /** Visits the page of a variant. */
  checkDestination: CheckDestination;
};

/** With what a change of a test is followed: links read the tests again, and the job that waits is begun. */
export type ChangingDependencies = SplitTestDependencies & {
  onChange: () => void;
  /** Asks for snapshots of a project's tests soon, in the transaction that pauses or stops one. */
  askForSnapshots: (client: pg.PoolClient, project: number) => Promise<void>;
};

/** What is known about the traffic of a test before it starts. */
type StartFact = {
  /** Events of its goal in the last 7 days. */
  goalEvents: number;
  /** Units of a treatment and the control together, to which the interval is tuned; null where too little is known. */
  plannedUnits: number | null;
};
export type StartFacts = (row: TestRow) => Promise<StartFact>;
