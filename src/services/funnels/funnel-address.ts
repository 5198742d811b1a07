import { defaultFunnelRange, type FunnelPlace } from '#model/funnels.ts';
import { createOwnDaysAddress } from '../kit/own-days-address.ts';

/**
 * What the address of a funnel's screen says:
 * the funnel, the days, the tab and the parameters that the screen names.
 */
export const createFunnelAddress = (
  window: Window,
  go: Parameters<typeof createOwnDaysAddress>[1],
  isHere: (pathname: string) => boolean,
  names: readonly string[] = [],
) =>
  createOwnDaysAddress(window, go, {
    isHere,
    subjectIn: slugsIn,
    defaultRange: defaultFunnelRange,
    names,
  });

function slugsIn(pathname: string): Pick<FunnelPlace, 'slug' | 'childSlug'> {
  const [, , first = '', second = '', third = ''] = pathname.split('/').map(decoded);
  if (first === 'dashboard') return { slug: second || null, childSlug: null };
  if (first === 'add' || first === '') return { slug: null, childSlug: null };
  return { slug: first, childSlug: second === 'edit' ? third || null : null };
}

/** Returns the text itself when it is not a valid encoding. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
