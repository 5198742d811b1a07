import type { ReactNode } from 'react';
import './state-dot.css';

/** A coloured dot before words that say the same. */
export function StateDot({
  look,
  meaning,
  children,
}: {
  /** The class of the words. */
  look: string;
  /** Without one the dot is grey. */
  meaning: 'good' | 'warn' | 'bad' | null;
  children: ReactNode;
}) {
  return (
    <span className={`state-dot ${look}`} data-dot={meaning ?? undefined}>
      {children}
    </span>
  );
}
