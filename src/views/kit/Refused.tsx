import { CircleAlert } from 'lucide-react';

/** Why the last try failed, above the form it was made with; nothing while nothing has. */
export function Refused({ message }: { message: string | undefined }) {
  if (!message) return null;
  return (
    <p className="problem" role="alert">
      <CircleAlert size={16} aria-hidden="true" />
      {message}
    </p>
  );
}
