import type { MouseEvent } from 'react';
import { focusMainContent } from './main-content.ts';

/** The first tab stop of a page: skips to the main content. */
export function SkipLink() {
  return (
    // biome-ignore lint/a11y/useValidAnchor: It leads to a place of the page, and without script it still would.
    <a className="skip" href="#content" onClick={skip}>
      Skip to the content
    </a>
  );
}

/** Keeps the address, because its hash may name a section of the settings. */
function skip(event: MouseEvent) {
  event.preventDefault();
  focusMainContent();
}
