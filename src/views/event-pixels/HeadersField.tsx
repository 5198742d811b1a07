import { Trash2 } from 'lucide-react';
import type { PixelDraft, PixelHeader } from '#machines/event-pixels/pixel-model.ts';
import { Button } from '../kit/Button.tsx';
import { type AnswerField, FormField } from './FormField.tsx';
import { SecretField } from './SecretField.tsx';

/** What partners are told beside the address; values are secrets. */
export function HeadersField({
  draft: { headers },
  kept,
  field,
  onChange,
}: {
  draft: PixelDraft;
  /** As the server has them. */
  kept: readonly PixelHeader[];
  field: (name: string) => AnswerField;
  onChange: (change: Partial<PixelDraft>) => void;
}) {
  const set = (index: number, change: Partial<PixelHeader>) =>
    onChange({
      headers: headers.map((header, at) => (at === index ? { ...header, ...change } : header)),
    });
  return (
    <fieldset className="pixel-group">
      <legend className="field-label">Headers</legend>
      {headers.map(({ name, value }, index) => {
        const path = `config.headers.${name.trim()}`;
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a header has no name of its own before it is typed
          <div className="pixel-header" key={index}>
            <FormField label="Header" {...field(`${path}.name`)}>
              {(control) => (
                <input
                  {...control}
                  className="input"
                  autoComplete="off"
                  spellCheck={false}
                  value={name}
                  onChange={({ target }) => set(index, { name: target.value })}
                />
              )}
            </FormField>
            <SecretField
              about={{ label: 'Value', ...field(path) }}
              value={value}
              kept={kept.find((one) => one.name === name)?.value ?? ''}
              onChange={(value) => set(index, { value })}
            />
            <button
              type="button"
              className="icon-button"
              aria-label={`Remove header ${name}`}
              onClick={() => onChange({ headers: headers.filter((_, at) => at !== index) })}
            >
              <Trash2 size={16} aria-hidden="true" />
            </button>
          </div>
        );
      })}
      <div>
        <Button
          size="small"
          disabled={headers.length >= 10}
          onClick={() => onChange({ headers: [...headers, { name: '', value: '' }] })}
        >
          Add a header
        </Button>
      </div>
    </fieldset>
  );
}
