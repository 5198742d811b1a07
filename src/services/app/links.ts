import { fromPromise, type PromiseActorLogic } from 'xstate';
import type { Problem } from '#contract/problem.ts';
import type { ViewState } from '#contract/saved-views/view-state.ts';
import { readScreen, writeScreen } from '../saved-views/screen-address.ts';
import { readAddress, writeAddress } from '../selection/address.ts';

type Link = { address: string; isCopied: boolean };

const tooMuch: Problem = {
  kind: 'invalid',
  message: 'No link can carry so many affiliates. Choose fewer of them, or all.',
};

/**
 * Puts the address of a view on the clipboard, with the table or the conversions as they are on screen. Without a
 * secure origin, or when asked not to, browsers refuse that.
 */
export const copyLink = (window: Window): PromiseActorLogic<Link, { opening: ViewState }> =>
  fromPromise(async ({ input: { opening } }) => {
    const { origin, pathname } = window.location;
    const view = writeAddress('', opening);
    if (opening.affiliates && !readAddress(view).affiliates) throw tooMuch;
    const address = `${origin}${pathname}${writeScreen(view, readScreen(window.location))}`;
    try {
      await window.navigator.clipboard.writeText(address);
      return { address, isCopied: true };
    } catch {
      return { address, isCopied: false };
    }
  });
