import type { Page } from '@playwright/test';

export const themes = ['light', 'dark'] as const;
export const widths = [360, 768, 1440] as const;

export type Shot = {
  screen: string;
  state: string;
  theme: (typeof themes)[number];
  width: (typeof widths)[number];
};

/** A screen and the states of its pictures. */
export type CapturedScreen = {
  screen: string;
  /** Opens the common part of all its states, and returns them. */
  open: (page: Page) => Promise<string[]>;
  show: (page: Page, state: string) => Promise<void>;
};

const plain = (text: string) =>
  text
    .replace(/[^\w]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 80);

/** The path of a picture in its folder. */
export const fileOf = ({ screen, state, theme, width }: Shot): string =>
  `${plain(screen)}/${plain(state)}.${theme}.${width}.png`;

export const titleOf = ({ screen, state, theme, width }: Shot): string =>
  `${screen}: ${state} (${theme}, ${width} px)`;
