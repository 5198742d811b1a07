import { useSelector } from '@xstate/react';
import { useState } from 'react';
import type { OfferFormActor } from '#machines/offers/offer-editor.ts';
import { fieldOf, type OfferDraft } from '#model/offer-draft.ts';

/** What every section of the form needs. */
export type FormFields = {
  draft: OfferDraft;
  isNew: boolean;
  /** Equal steps that follow each other are undone together. */
  change: (change: Partial<OfferDraft>, step?: string) => void;
  /** The sentences at a field, once it was left or a save was tried. */
  faultsAt: (path: string) => readonly string[];
  /** For a field that was left. */
  leave: (path: string) => () => void;
};

/**
 * The draft with what is wrong in it. A field shows its error once the person has left it, so that a new form is not
 * full of errors; trying to save shows all of them.
 */
export function useFormFields(form: OfferFormActor) {
  const { draft, faults, entity } = useSelector(form, ({ context }) => context);
  const refused = useSelector(form, (snapshot) =>
    snapshot.matches({ ready: { editing: 'refused' } }) ? snapshot.context.problem?.fields : null,
  );
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [showsAll, setShowsAll] = useState(false);
  const found = new Map<string, Set<string>>();
  const add = (key: string, message: string) =>
    found.set(key, (found.get(key) ?? new Set()).add(message));
  for (const { path, message } of faults) {
    const key = path.join('.');
    if (showsAll || left.has(key)) add(key, message);
  }
  for (const [path, messages] of Object.entries(refused ?? {})) {
    for (const message of messages) add(fieldOf(path.split('.')).join('.'), message);
  }
  return {
    draft,
    isNew: entity?.detail === null,
    found,
    showAll: () => setShowsAll(true),
    change: (change: Partial<OfferDraft>, step?: string) =>
      form.send({ type: 'draft.change', change, ...(step ? { step } : {}) }),
    faultsAt: (path: string): readonly string[] => [...(found.get(path) ?? [])],
    leave: (path: string) => () => {
      if (!left.has(path)) setLeft(new Set([...left, path]));
    },
  };
}
