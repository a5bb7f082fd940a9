type LabeledProgressBarProps = { label: string; words: string; done: number | null; total: number }

/** Progress as text and as a bar; `done` is null while it is unknown. */
export function LabeledProgressBar({ label, words, done, total }: LabeledProgressBarProps) {
  const most = Math.max(1, total)
  const value = done === null ? undefined : Math.min(done, most)
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={most}
      aria-valuenow={value}
      aria-valuetext={done === null ? undefined : words}
      className="grid gap-2"
    >
      <p>{words}</p>
      <svg aria-hidden="true" className="h-2 w-full rounded-full">
        <rect width="100%" height="100%" fill="var(--line)" />
        <rect width={`${((value ?? 0) / most) * 100}%`} height="100%" fill="var(--accent)" />
      </svg>
    </div>
  )
}
