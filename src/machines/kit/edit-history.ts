/** The drafts before and after the present one. */
export type EditHistory<Draft> = {
  past: readonly Draft[];
  future: readonly Draft[];
  /** The step of the last change: changes in a row with the same step are undone together, such as typed letters. */
  step: string | null;
};

/** So many steps can be undone. */
export const mostSteps = 50;

export const noHistory = { past: [], future: [], step: null };

type Edited<Draft> = EditHistory<Draft> & { draft: Draft };

/** The draft after a change. */
export function afterChange<Draft>(
  { past, draft, step: last }: Edited<Draft>,
  changed: Draft,
  step: string | null,
): Edited<Draft> {
  const goesOn = step !== null && step === last && past.length > 0;
  return {
    past: goesOn ? past : [...past, draft].slice(-mostSteps),
    future: [],
    step,
    draft: changed,
  };
}

/** The draft before the last step. */
export function afterUndo<Draft>({ past, future, draft }: Edited<Draft>): Partial<Edited<Draft>> {
  const before = past.at(-1);
  if (before === undefined) return {};
  return { past: past.slice(0, -1), future: [draft, ...future], step: null, draft: before };
}

/** The draft with the step that was undone last. */
export function afterRedo<Draft>({ past, future, draft }: Edited<Draft>): Partial<Edited<Draft>> {
  const [next, ...later] = future;
  if (next === undefined) return {};
  return { past: [...past, draft], future: later, step: null, draft: next };
}
