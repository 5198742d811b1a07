import { useRef } from 'react';
import { templateFault, templateTokens } from '#contract/event-pixels/template.ts';
import type { PixelDraft } from '#machines/event-pixels/pixel-model.ts';
import { type AnswerField, FormField } from './FormField.tsx';
import { filled, sampleOf } from './words.ts';

/** The address that is called, the tokens it may name, and what becomes of them. */
export function UrlField({
  value,
  field,
  onChange,
}: {
  value: string;
  field: AnswerField;
  onChange: (change: Partial<PixelDraft>) => void;
}) {
  const box = useRef<HTMLTextAreaElement>(null);
  const isWhole = value.trim() !== '' && templateFault(value.trim()) === null;
  /** Where the caret is. Nobody put it at the very beginning: no address begins with a token. */
  const insert = (token: string) => {
    if (!box.current) return;
    const { selectionStart: start, selectionEnd: end } = box.current;
    const [from, to] = end === 0 ? [value.length, value.length] : [start, end];
    // Told as if it was typed, so that the caret stays behind the token.
    box.current.setRangeText(`{${token}}`, from, to, 'end');
    box.current.dispatchEvent(new Event('input', { bubbles: true }));
    box.current.focus();
  };
  return (
    <div className="pixel-address">
      <FormField
        label="Address"
        hint="Tokens in braces are filled with the conversion’s own values."
        {...field}
      >
        {(control) => (
          <textarea
            {...control}
            ref={box}
            className="input pixel-text"
            rows={2}
            spellCheck={false}
            autoCapitalize="none"
            placeholder="https://partner.example/pb?click={click_id}&txid={event_id}"
            value={value}
            onChange={({ target }) => onChange({ url_template: target.value })}
          />
        )}
      </FormField>
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
          {isWhole ? <code>{filled(value.trim())}</code> : 'The address is not complete yet.'}
        </output>
      </p>
    </div>
  );
}
