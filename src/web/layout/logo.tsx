/** A badge on a strap, and the name, which is hidden when there is no room for it. */
export function Logo() {
  return (
    <span className="flex h-8 flex-wrap items-center gap-x-2.5 overflow-hidden text-ink">
      <svg viewBox="0 0 28 32" className="h-8 w-7" aria-hidden="true">
        <path d="M6 0h5l3 7 3-7h5l-5.5 12h-5z" fill="var(--accent)" />
        <rect
          x="3"
          y="12"
          width="22"
          height="19"
          rx="4"
          fill="var(--surface)"
          stroke="var(--ink)"
          strokeWidth="2"
        />
        <path d="M11 16h6" stroke="var(--ink)" strokeWidth="2" strokeLinecap="round" />
        <path
          d="m9.5 23 3.2 3.2 5.8-5.7"
          fill="none"
          stroke="var(--accent)"
          strokeWidth="2.6"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      </svg>
      <span className="font-bold text-xl leading-8 tracking-tight">Lanyard</span>
    </span>
  )
}
