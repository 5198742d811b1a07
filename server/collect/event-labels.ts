import {
  type LabelKind,
  type Level,
  labelKindOf,
  levels,
  nameFieldOf,
} from '#contract/analytics/dimensions.ts';
import type { Label } from '../warehouse/rows.ts';

type Named = { [Field in Level | `${LabelKind}_name`]?: string | undefined };

/** The names that an event gives its campaign, ad set and ad. A name without an id is ignored. */
export const labelsOf = (event: Named, projectId: number, seenAt: string): Label[] =>
  levels.flatMap((level) => {
    const [id, name] = [event[level], event[nameFieldOf(level)]];
    return id && name
      ? [{ project_id: projectId, kind: labelKindOf(level), id, name, seen_at: seenAt }]
      : [];
  });
