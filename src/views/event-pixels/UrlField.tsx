import { useRef } from 'react';
import { templateFault, templateTokens } from '#contract/event-pixels/template.ts';
import type { PixelDraft } from '#machines/event-pixels/pixel-model.ts';
import { Field } from '../kit/Field.tsx';
import { FieldInput } from '../kit/FieldInput.tsx';
import type { PixelField } from './pixel-field.ts';
import { sampleOf, sampleUrlOf } from './words.ts';

/** The URL with its macros and a preview of their values. */
export function UrlField({
  value,
  field,
  onChange,
}: {
  value: string;
  field: PixelField;
  onChange: (change: Partial<PixelDraft>) => void;
}) {
  const box = useRef<HTMLTextAreaElement>(null);
  const isWhole = value.trim() !== '' && templateFault(value.trim()) === null;
  /** Inserts at the caret. A caret at the very beginning counts as unset, because no URL begins with a macro. */
  const insert = (token: string) => {
    if (!box.current) return;
    const { selectionStart: start, selectionEnd: end } = box.current;
    const [from, to] = end === 0 ? [value.length, value.length] : [start, end];
    // Inserts like typing, so that the caret stays behind the macro.
    box.current.setRangeText(`{${token}}`, from, to, 'end');
    box.current.dispatchEvent(new Event('input', { bubbles: true }));
    box.current.focus();
  };
  return (
    <div className="pixel-address">
      <Field
        label="Address"
        note="Tokens in braces are filled with the conversion’s own values."
        {...field}
      >
        <FieldInput
          className="input pixel-text"
          spellCheck={false}
          autoCapitalize="none"
          placeholder="https://partner.example/pb?click={click_id}&txid={event_id}"
          value={value}
          onValueChange={(typed) => onChange({ url_template: typed })}
          render={<textarea ref={box} rows={2} />}
        />
      </Field>
      <details className="pixel-tokens">
        <summary>Insert a token</summary>
        <ul>
          {templateTokens.map((token) => (
            <li key={token}>
              <button
                type="button"
                className="chip chip-toggle"
                title={`Such as ${sampleOf(token)}`}
                onClick={() => insert(token)}
              >
                {token}
              </button>
            </li>
          ))}
        </ul>
      </details>
      <p className="pixel-preview">
        <span className="field-label">Called as</span>{' '}
        <output>
          {isWhole ? <code>{sampleUrlOf(value.trim())}</code> : 'The address is not complete yet.'}
        </output>
      </p>
    </div>
  );
}
