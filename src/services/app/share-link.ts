import { fromPromise, type PromiseActorLogic } from 'xstate';
import type { Problem } from '#contract/problem.ts';
import type { ViewState } from '#contract/saved-views/view-state.ts';
import { readScreenState, writeScreenState } from '../saved-views/screen-address.ts';
import { readAddress, writeAddress } from '../selection/address.ts';

type Link = { address: string; isCopied: boolean };

const tooManyAffiliates: Problem = {
  kind: 'invalid',
  message: 'A link has no room for so many affiliates. Choose fewer of them, or all.',
};

/**
 * Copies the address of the current view, with the state of its table or conversion log. Browsers refuse this without a
 * secure origin or without permission.
 */
export const copyLink = (window: Window): PromiseActorLogic<Link, { opening: ViewState }> =>
  fromPromise(async ({ input: { opening } }) => {
    const { origin, pathname } = window.location;
    const view = writeAddress('', opening);
    if (opening.affiliates && !readAddress(view).affiliates) throw tooManyAffiliates;
    const address = `${origin}${pathname}${writeScreenState(view, readScreenState(window.location))}`;
    try {
      await window.navigator.clipboard.writeText(address);
      return { address, isCopied: true };
    } catch {
      return { address, isCopied: false };
    }
  });
