import { Trash2 } from 'lucide-react';

export function RemoveRow({ name, onRemove }: { name: string; onRemove: () => void }) {
  return (
    <button
      type="button"
      className="icon-button offer-rows-remove"
      aria-label={`Remove ${name}`}
      onClick={onRemove}
    >
      <Trash2 size={16} aria-hidden="true" />
    </button>
  );
}
