import { Check, Copy } from 'lucide-react';
import { useId, useState } from 'react';
import { Button } from '../kit/Button.tsx';

/** A text to be taken elsewhere: copied by a press, or selected where copying is not allowed. */
export function Copyable({ label, text }: { label: string; text: string }) {
  const [said, setSaid] = useState('');
  const id = useId();
  const copy = async () =>
    setSaid(
      await navigator.clipboard.writeText(text).then(
        () => 'Copied',
        () => 'Select it and copy it by hand',
      ),
    );
  const Icon = said === 'Copied' ? Check : Copy;
  return (
    <div className="field">
      <label className="field-label" htmlFor={id}>
        {label}
      </label>
      <div className="settings-copy">
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
        {said}
      </span>
    </div>
  );
}
