import type { Project } from '#contract/projects/schemas.ts';
import type { SignUpDraft } from '#model/sign-up.ts';

/** The initial values of the company form: typed, else saved, else suggested from the browser. */
export function companyFields({
  draft: { company },
  project,
}: {
  draft: SignUpDraft;
  project: Project | null;
}) {
  const suggested = {
    name: project?.name ?? '',
    url: project?.url ?? '',
    target: project?.target ?? 'purchase',
    number_of_events: String(project?.number_of_events || ''),
    timezone: project?.timezone ?? Intl.DateTimeFormat().resolvedOptions().timeZone,
    currency: project?.currency ?? 'USD',
  };
  return { ...suggested, ...definedIn(company) };
}

/** Drops undefined fields. */
function definedIn(typed: SignUpDraft['company']): { [Field in keyof typeof typed]?: string } {
  return Object.fromEntries(Object.entries(typed).filter(([, text]) => text !== undefined));
}
