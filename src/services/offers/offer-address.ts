import { defaultOfferRange } from '#model/offers.ts';
import { createOwnDaysAddress } from '../kit/own-days-address.ts';

/**
 * What the address of an offer's screen says:
 * the offer, the days, the tab and the parameters that the screen names.
 */
export const createOfferAddress = (
  window: Window,
  go: Parameters<typeof createOwnDaysAddress>[1],
  isHere: (pathname: string) => boolean,
  names: readonly string[] = [],
) =>
  createOwnDaysAddress(window, go, {
    isHere,
    subjectIn: (pathname) => ({ id: idIn(pathname) }),
    defaultRange: defaultOfferRange,
    names,
  });

/** Null for an address without an id that an offer may have. */
function idIn(pathname: string): number | null {
  const [, id] = /^\/offers\/(\d{1,10})(?:\/|$)/.exec(pathname) ?? [];
  const number = Number(id);
  return id === undefined || number < 1 || number > 2_147_483_647 ? null : number;
}
