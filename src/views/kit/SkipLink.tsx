import type { MouseEvent } from 'react';
import { enterContent } from './main-content.ts';

/** The first stop of a page: leads past what is the same on every page. */
export function Skip() {
  return (
    // biome-ignore lint/a11y/useValidAnchor: It leads to a place of the page, and without script it still would.
    <a className="skip" href="#content" onClick={skip}>
      Skip to the content
    </a>
  );
}

/** The address stays: what stands behind its `#` may be a section of the settings. */
function skip(event: MouseEvent) {
  event.preventDefault();
  enterContent();
}
