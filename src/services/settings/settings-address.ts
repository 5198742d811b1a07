import { type AnyEventObject, fromCallback } from 'xstate';
import type { SettingsPart } from '#model/settings.ts';

const pages: Record<string, SettingsPart> = {
  '/settings/personal-settings': 'personal',
  '/settings/company-settings': 'company',
  '/settings/company-logo': 'logo',
  '/settings/billing-settings': 'billing',
};
const sections: readonly SettingsPart[] = ['team', 'projects', 'integrations', 'data', 'audit'];

/** The first two are fired by wouter, which patches the history methods of the same name. */
const changes = ['pushState', 'replaceState', 'popstate', 'hashchange'];

/** Tells which part of the settings the address bar asks for: once at the start, then on every change of it. */
export const watchSettings = (window: Window) =>
  fromCallback<AnyEventObject, undefined, { type: 'settings.recalled'; part: SettingsPart }>(
    ({ sendBack }) => {
      let known: SettingsPart | null = null;
      const tell = () => {
        const part = partAt(window.location);
        if (part === null || part === known) return;
        known = part;
        sendBack({ type: 'settings.recalled', part });
      };
      tell();
      for (const change of changes) window.addEventListener(change, tell);
      return () => {
        for (const change of changes) window.removeEventListener(change, tell);
      };
    },
  );

/** Null for an address of another screen; a section that nobody knows opens the first one. */
function partAt({ pathname, hash }: Pick<Location, 'pathname' | 'hash'>): SettingsPart | null {
  const path = pathname.replace(/\/+$/, '');
  if (path === '/settings') return sections.find((one) => `#${one}` === hash) ?? 'team';
  return pages[path] ?? null;
}
