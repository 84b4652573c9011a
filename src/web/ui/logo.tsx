export const KontorLogo = () => (
  <svg viewBox="0 0 32 32" width="24" height="24" aria-hidden="true" className="mark">
    <rect width="32" height="32" rx="8" />
    <path d="M10 8v16M22 8 12.5 16 22 24" />
  </svg>
)
