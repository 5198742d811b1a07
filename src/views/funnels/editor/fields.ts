import { useSelector } from '@xstate/react';
import type { DraftEditorActor } from '#machines/funnels/funnel-editor.ts';
import type { FieldFaults } from '#model/funnel-definition.ts';

/** The sentences at each field: of the draft as it is, and of the server where it refused the last save. */
export function useFaults(editor: DraftEditorActor): FieldFaults {
  const faults = useSelector(editor, ({ context }) => context.faults);
  const refused = useSelector(editor, (snapshot) =>
    snapshot.matches({ ready: { editing: 'refused' } }) ? snapshot.context.problem?.fields : null,
  );
  const found: Record<string, string[]> = {};
  for (const { path, message } of faults) {
    const key = path.join('.');
    found[key] = [...(found[key] ?? []), message];
  }
  for (const [key, messages] of Object.entries(refused ?? {})) {
    found[key] = [...new Set([...(found[key] ?? []), ...messages])];
  }
  return found;
}
