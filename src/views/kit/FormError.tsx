import { CircleAlert } from 'lucide-react';

/** The error above a form, if any. */
export function FormError({ message }: { message: string | undefined }) {
  if (!message) return null;
  return (
    <p className="problem" role="alert">
      <CircleAlert size={16} aria-hidden="true" />
      {message}
    </p>
  );
}
