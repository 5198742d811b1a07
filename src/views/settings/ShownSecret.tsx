import type { ReactNode } from 'react';
import { Button } from '../kit/Button.tsx';
import { CopyableText } from '../kit/CopyableText.tsx';

/** What is shown once after something was made: a key or a link to copy. */
export function ShownSecret({
  label,
  text,
  done = 'I have it',
  onDone,
  children,
}: {
  label: string;
  /** Null where there is nothing to copy. */
  text: string | null;
  /** The name of the button that ends it. */
  done?: string;
  onDone: () => void;
  children: ReactNode;
}) {
  return (
    <div className="settings-told">
      {children}
      {text === null ? null : <CopyableText label={label} text={text} />}
      <div className="note-acts">
        <Button look="primary" onClick={onDone}>
          {done}
        </Button>
      </div>
    </div>
  );
}
