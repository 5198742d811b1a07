import type pg from 'pg';
import type { Select } from '../analytics/runner/query-runner.ts';
import type { Egress } from '../egress/resolve-host.ts';
import type { CheckDestination } from '../offers/destination-checks.ts';
import type { Idempotent } from '../plugins/idempotency.ts';

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

/** With what a change of a test is followed: links read the tests again. */
export type ChangingDependencies = SplitTestDependencies & { onChange: () => void };
