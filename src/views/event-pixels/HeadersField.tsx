import { Trash2 } from 'lucide-react';
import type { PixelDraft, PixelHeader } from '#machines/event-pixels/pixel-model.ts';
import { Button } from '../kit/Button.tsx';
import { Field } from '../kit/Field.tsx';
import { FieldInput } from '../kit/FieldInput.tsx';
import type { PixelField } from './pixel-field.ts';
import { SecretField } from './SecretField.tsx';

/** The request headers; their values are secrets. */
export function HeadersField({
  draft: { headers },
  saved,
  field,
  onChange,
}: {
  draft: PixelDraft;
  /** The saved headers. */
  saved: readonly PixelHeader[];
  field: (name: string) => PixelField;
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
            <Field label="Header" {...field(`${path}.name`)}>
              <FieldInput
                autoComplete="off"
                spellCheck={false}
                value={name}
                onValueChange={(typed) => set(index, { name: typed })}
              />
            </Field>
            <SecretField
              about={{ label: 'Value', ...field(path) }}
              value={value}
              saved={saved.find((one) => one.name === name)?.value ?? ''}
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
