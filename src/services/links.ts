import { fromPromise, type PromiseActorLogic } from 'xstate';
import type { Opening } from '#contract/opening.ts';
import type { Problem } from '#contract/problem.ts';
import { readAddress, writeAddress } from './address.ts';
import { readTable, writeTable } from './table-address.ts';

type Link = { address: string; isCopied: boolean };

const tooMuch: Problem = {
  kind: 'invalid',
  message: 'No link can carry so many affiliates. Choose fewer of them, or all.',
};

/**
 * Puts the address of a view on the clipboard, with the table as it is on screen. Without a secure origin, or when
 * asked not to, browsers refuse that.
 */
export const copyLink = (window: Window): PromiseActorLogic<Link, { opening: Opening }> =>
  fromPromise(async ({ input: { opening } }) => {
    const { origin, pathname, search } = window.location;
    const view = writeAddress('', opening);
    if (opening.affiliates && !readAddress(view).affiliates) throw tooMuch;
    const address = `${origin}${pathname}${writeTable(view, readTable(search))}`;
    try {
      await window.navigator.clipboard.writeText(address);
      return { address, isCopied: true };
    } catch {
      return { address, isCopied: false };
    }
  });
