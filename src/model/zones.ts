import type { ProjectRef } from '#contract/accounts/session.ts';

/** The time zone in which a person reads a project: their own, else the project's, else UTC. */
export const zoneFor = (
  own: string | null,
  project: Pick<ProjectRef, 'timezone'> | undefined,
): string => own ?? project?.timezone ?? 'UTC';
