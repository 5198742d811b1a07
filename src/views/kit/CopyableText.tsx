import { Check, Copy } from 'lucide-react';
import { useId, useState } from 'react';
import { Button } from './Button.tsx';
import './copyable-text.css';

/** A text with a copy button, or selectable where copying is not allowed. */
export function CopyableText({ label, text }: { label: string; text: string }) {
  const [copyState, setCopyState] = useState('');
  const id = useId();
  const copy = async () =>
    setCopyState(
      await navigator.clipboard.writeText(text).then(
        () => 'Copied',
        () => 'Select it and copy it by hand',
      ),
    );
  const Icon = copyState === 'Copied' ? Check : Copy;
  return (
    <div className="field">
      <label className="field-label" htmlFor={id}>
        {label}
      </label>
      <div className="copyable">
        <input
          id={id}
          className="input"
          readOnly
          value={text}
          onFocus={({ currentTarget }) => currentTarget.select()}
        />
        <Button onClick={copy} aria-label={`Copy ${label.toLowerCase()}`}>
          <Icon size={14} aria-hidden="true" />
          Copy
        </Button>
      </div>
      <span className="field-note" role="status">
        {copyState}
      </span>
    </div>
  );
}
