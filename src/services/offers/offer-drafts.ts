import { type AnyEventObject, fromCallback } from 'xstate';
import type { DraftedForm, OfferDraft, OfferForm, OfferScope } from '#model/offer-draft.ts';

type Change = Partial<OfferDraft>;

const keyOf = ({ project, offer }: OfferScope): string => `${project}/${offer ?? 'new'}`;

/**
 * Unsaved changes of offers, kept in memory until the page closes. What was changed is put back when the editor opens
 * again, field by field, so that other fields show what was saved meanwhile. Before the page closes, the browser asks.
 */
export function createOfferDrafts(
  window: Window,
  isSignedIn: () => boolean,
  offerToResume: (scope: OfferScope, name: string) => void,
) {
  const kept = new Map<string, Change>();
  const confirmUnload = (event: BeforeUnloadEvent) => {
    if (isSignedIn()) event.preventDefault();
    else kept.clear();
  };
  function keep(key: string, change: Change | null): void {
    if (change === null) kept.delete(key);
    else kept.set(key, change);
    if (kept.size > 0) window.addEventListener('beforeunload', confirmUnload);
    else window.removeEventListener('beforeunload', confirmUnload);
  }

  return fromCallback<AnyEventObject, DraftedForm>(({ input: { scope, form } }) => {
    const key = keyOf(scope);
    let name = '';
    let isOpen = false;
    let stop = () => {};
    const follow = (editor: OfferForm) => {
      const snapshot = editor.getSnapshot();
      if (!snapshot.hasTag('showing')) return;
      const change = kept.get(key);
      if (!isOpen) {
        isOpen = true;
        if (change) return editor.send({ type: 'draft.change', change, step: 'recalled' });
      }
      const { draft, original } = snapshot.context;
      name = draft?.name ?? '';
      const isChanged = snapshot.hasTag('changed') && draft !== null && original !== null;
      keep(key, isChanged ? changeFrom(original, draft) : null);
    };
    /** The editor starts together with this listener, so it is there a moment later. */
    const timer = setTimeout(() => {
      const editor = form();
      if (!editor) return;
      const subscription = editor.subscribe(() => follow(editor));
      stop = () => subscription.unsubscribe();
      follow(editor);
    });
    return () => {
      clearTimeout(timer);
      stop();
      if (kept.has(key) && isSignedIn()) offerToResume(scope, name);
    };
  });
}

const changeFrom = (original: OfferDraft, draft: OfferDraft): Change =>
  Object.fromEntries(
    Object.entries(draft).filter(
      ([name, value]) =>
        JSON.stringify(value) !== JSON.stringify(original[name as keyof OfferDraft]),
    ),
  );
