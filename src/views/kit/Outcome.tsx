import { Button } from './Button.tsx';
import './outcome.css';

/** The result of what a button did, until it is dismissed. */
export function Outcome({
  isBad = false,
  onDismiss,
  children,
}: {
  isBad?: boolean;
  onDismiss: () => void;
  children: string;
}) {
  return (
    <div className="outcome" data-bad={isBad || undefined} role={isBad ? 'alert' : 'status'}>
      <p>{children}</p>
      <Button size="small" look="quiet" onClick={onDismiss}>
        Dismiss
      </Button>
    </div>
  );
}
