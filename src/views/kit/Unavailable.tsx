import { useEffect, useRef } from 'react';
import type { Problem } from '#contract/problem.ts';
import { Button } from './Button.tsx';
import { Failed } from './Failed.tsx';

const missing: Problem = {
  kind: 'unavailable',
  message: 'This part could not be loaded. Check your connection.',
};

/** In the place of a part whose code did not come. */
export function Unavailable({ onRetry }: { onRetry: () => void }) {
  return <Failed problem={missing} name="loading this part" onRetry={onRetry} />;
}

/**
 * The same where the part would lie over the page, as lists and dialogs do. Those stay drawn when they are closed:
 * opened again, they are asked for again.
 */
export function UnavailableOverlay({
  isOpen,
  onRetry,
  onClose,
}: {
  isOpen: boolean;
  onRetry: () => void;
  onClose: () => void;
}) {
  const wasClosed = useRef(false);
  useEffect(() => {
    if (isOpen && wasClosed.current) onRetry();
    wasClosed.current = !isOpen;
  });
  if (!isOpen) return null;
  return (
    <div className="absent-over" role="alert">
      <p>{missing.message}</p>
      <Button size="small" onClick={onRetry}>
        Retry
      </Button>
      <Button size="small" look="quiet" onClick={onClose}>
        Close
      </Button>
    </div>
  );
}
