import { useId } from 'react';

/** Where a person enters the collect key for an address that is shown; it is stored nowhere. */
export function CollectKeyField({
  value,
  maySeeKey,
  onEnter,
}: {
  value: string;
  /** Whether the person may create a collect key. */
  maySeeKey: boolean;
  onEnter: (key: string) => void;
}) {
  const field = useId();
  return (
    <div className="field">
      <label className="field-label" htmlFor={field}>
        Collect key
      </label>
      <input
        id={field}
        className="input"
        value={value}
        maxLength={200}
        autoComplete="off"
        spellCheck={false}
        onChange={({ target }) => onEnter(target.value)}
      />
      <span className="field-note">
        {maySeeKey
          ? 'It is shown once, when it is created or replaced under Settings, Projects and affiliates. What you enter here is stored nowhere.'
          : 'Ask an owner for it. What you enter here is stored nowhere.'}
      </span>
    </div>
  );
}
