import { type AnyEventObject, fromCallback } from 'xstate';

type Kept<Draft> = Record<string, Draft>;

/**
 * What was written and not saved, for as long as the page is open. It holds secrets, so no storage ever sees it. While
 * there is some of whoever is signed in, closing the page asks first.
 */
export function createPixelDrafts<Draft>(window: Window, isSignedIn: () => boolean) {
  let kept: Kept<Draft> = {};
  const ask = (event: BeforeUnloadEvent) => {
    if (isSignedIn()) event.preventDefault();
    else keep({});
  };
  function keep(drafts: Kept<Draft>): void {
    kept = drafts;
    if (Object.keys(drafts).length > 0) window.addEventListener('beforeunload', ask);
    else window.removeEventListener('beforeunload', ask);
  }
  return {
    keep,
    recall: fromCallback<
      AnyEventObject,
      undefined,
      { type: 'drafts.recalled'; drafts: Kept<Draft> }
    >(({ sendBack }) => sendBack({ type: 'drafts.recalled', drafts: kept })),
  };
}
