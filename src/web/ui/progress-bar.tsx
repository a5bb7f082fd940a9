import { ProgressBar } from 'react-aria-components'

type LabeledProgressBarProps = { label: string; words: string; done: number | null; total: number }

/** Progress as text and as a bar; `done` is null while it is unknown. */
export function LabeledProgressBar({ label, words, done, total }: LabeledProgressBarProps) {
  return (
    <ProgressBar
      aria-label={label}
      minValue={0}
      maxValue={Math.max(1, total)}
      value={Math.min(done ?? 0, Math.max(1, total))}
      isIndeterminate={done === null}
      valueLabel={words}
      className="grid gap-2"
    >
      {({ percentage }) => (
        <>
          <p>{words}</p>
          <svg aria-hidden="true" className="h-2 w-full rounded-full">
            <rect width="100%" height="100%" fill="var(--line)" />
            <rect width={`${percentage ?? 0}%`} height="100%" fill="var(--accent)" />
          </svg>
        </>
      )}
    </ProgressBar>
  )
}
