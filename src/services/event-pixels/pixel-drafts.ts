import { type AnyEventObject, fromCallback } from 'xstate';

type Drafts<Draft> = Record<string, Draft>;

/**
 * Unsaved event pixels, kept in memory until the page closes and never stored, because they contain secrets. While a
 * signed-in user has drafts, the browser asks before the page closes.
 */
export function createPixelDrafts<Draft>(window: Window, isSignedIn: () => boolean) {
  let current: Drafts<Draft> = {};
  const confirmUnload = (event: BeforeUnloadEvent) => {
    if (isSignedIn()) event.preventDefault();
    else keep({});
  };
  function keep(drafts: Drafts<Draft>): void {
    current = drafts;
    if (Object.keys(drafts).length > 0) window.addEventListener('beforeunload', confirmUnload);
    else window.removeEventListener('beforeunload', confirmUnload);
  }
  return {
    keep,
    recall: fromCallback<
      AnyEventObject,
      undefined,
      { type: 'drafts.recalled'; drafts: Drafts<Draft> }
    >(({ sendBack }) => sendBack({ type: 'drafts.recalled', drafts: current })),
  };
}
