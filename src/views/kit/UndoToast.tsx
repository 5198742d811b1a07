/** A notice with one way back, for as long as it stands. */
export function UndoToast({
  message,
  label,
  onTake,
}: {
  message: string;
  label: string;
  onTake: () => void;
}) {
  return (
    <span className="offer">
      {message}
      <button type="button" className="offer-take" onClick={onTake}>
        {label}
      </button>
    </span>
  );
}
