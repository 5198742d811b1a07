import type pg from 'pg';
import type { ReportDependencies } from '../analytics/dashboard/report-answers.ts';
import type { CheckDestination, DestinationLimits } from '../egress/destination-checks.ts';
import type { Egress } from '../egress/resolve-host.ts';
import type { Mailer } from '../mail/mailer.ts';
import type { Idempotent } from '../plugins/idempotency.ts';
import type { CapsOf } from './offer-answers.ts';

export type OfferDependencies = Pick<ReportDependencies, 'analyticsFor' | 'resolveScope'> & {
  pool: pg.Pool;
  now: () => Date;
  idempotent: Idempotent;
  mailer: Mailer;
  publicUrl: () => string;
  egress: Egress;
  checkDestination: CheckDestination;
  capsOf: CapsOf;
  /** Counts the caps of an offer after one was added or changed. */
  recount: (project: number, offerId: string) => Promise<void>;
};

/** Destinations must use https where this installation does. */
export const destinationLimits = ({
  egress,
  publicUrl,
}: Pick<OfferDependencies, 'egress' | 'publicUrl'>): DestinationLimits => ({
  ...egress,
  needsTls: publicUrl().startsWith('https:'),
});
