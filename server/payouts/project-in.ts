import type { Access, Membership } from '../access/access.ts';
import { memberForInput } from '../access/require-capability.ts';
import type { ProjectScope } from '../access/scope.ts';
import type { ReportDependencies } from '../analytics/dashboard/report-answers.ts';
import { forbidden } from '../platform/refusal.ts';

/** The part of the project that the call is about and the caller may see. */
export async function projectIn(
  access: Access,
  selection: { project_id: number; affiliate_id: readonly string[] },
  resolveScope: ReportDependencies['resolveScope'],
): Promise<{ membership: Membership; project: ProjectScope }> {
  const membership = memberForInput(access, selection.project_id);
  const [project] = (await resolveScope(access, selection)).projects;
  if (!project) throw forbidden();
  return { membership, project };
}
