import { Button } from '../kit/Button.tsx';

/** The result of what a button of a page did, until it is dismissed. */
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
    <div
      className="settings-outcome"
      data-bad={isBad || undefined}
      role={isBad ? 'alert' : 'status'}
    >
      <p>{children}</p>
      <Button size="small" look="quiet" onClick={onDismiss}>
        Dismiss
      </Button>
    </div>
  );
}
