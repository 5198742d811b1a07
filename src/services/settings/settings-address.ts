import { type AnyEventObject, fromCallback } from 'xstate';
import { textMap } from '#contract/text-map.ts';
import type { SettingsPart } from '#model/settings.ts';

const pages = textMap<SettingsPart>({
  '/settings/personal-settings': 'personal',
  '/settings/company-settings': 'company',
  '/settings/company-logo': 'logo',
  '/settings/billing-settings': 'billing',
});
const sections: readonly SettingsPart[] = [
  'team',
  'projects',
  'integrations',
  'jobs',
  'data',
  'audit',
];

/** wouter patches the history methods to fire the first two events. */
const navigationEvents = ['pushState', 'replaceState', 'popstate', 'hashchange'];

type Options = {
  hasBilling: boolean;
  /** Replaces the address by that of the first settings page. */
  showFirst: () => void;
};

/**
 * Reports the part of the settings in the address bar: once at the start, then after every change of it. Where nothing
 * is sold, the address of billing leads on to the first page.
 */
export const watchSettings = (window: Window, { hasBilling, showFirst }: Options) =>
  fromCallback<AnyEventObject, undefined, { type: 'settings.recalled'; part: SettingsPart }>(
    ({ sendBack }) => {
      let known: SettingsPart | null = null;
      const report = () => {
        const part = partAt(window.location);
        if (part === null || part === known) return;
        if (part === 'billing' && !hasBilling) return showFirst();
        known = part;
        sendBack({ type: 'settings.recalled', part });
      };
      for (const change of navigationEvents) window.addEventListener(change, report);
      report();
      return () => {
        for (const change of navigationEvents) window.removeEventListener(change, report);
      };
    },
  );

/** Null for an address of another screen; an unknown section opens the first one. */
function partAt({ pathname, hash }: Pick<Location, 'pathname' | 'hash'>): SettingsPart | null {
  const path = pathname.replace(/\/+$/, '');
  if (path === '/settings') return sections.find((one) => `#${one}` === hash) ?? 'team';
  return pages.get(path) ?? null;
}
