/** The name of the product behind its sign: a ledger line that a click closes. */
export function Brand() {
  return (
    <span className="brand">
      <svg className="brand-sign" viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">
        <rect width="24" height="24" rx="6" />
        <path d="M6 8h12M6 12h7M6 16h4" />
        <circle cx="16.5" cy="15" r="2.5" />
      </svg>
      <span className="brand-name">Clickledger</span>
    </span>
  );
}
