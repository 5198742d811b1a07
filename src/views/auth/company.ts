import type { Project } from '#contract/projects/schemas.ts';
import type { SignUpDraft } from '#model/sign-up.ts';

/** What stands in the form of the company: what was typed, else what is stored, else what this browser suggests. */
export function companyAsked({
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

/** What is not there says nothing. */
function definedIn(typed: SignUpDraft['company']): { [Field in keyof typeof typed]?: string } {
  return Object.fromEntries(Object.entries(typed).filter(([, text]) => text !== undefined));
}
