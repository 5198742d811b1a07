import { cutOf } from './cut-names.ts';

/** A name that is shortened in its middle where it does not fit: names differ at their end, which stays visible. */
export function CutName({
  name,
  at,
}: {
  name: string;
  /** Where it is divided; null for shortly before its end. */
  at: number | null;
}) {
  const cut = at ?? cutOf(name);
  if (cut === 0) return <span title={name}>{name}</span>;
  return (
    <>
      <span className="cut-name" title={name} aria-hidden="true">
        <span>{name.slice(0, cut)}</span>
        <span>{name.slice(cut)}</span>
      </span>
      <span className="only-read">{name}</span>
    </>
  );
}
