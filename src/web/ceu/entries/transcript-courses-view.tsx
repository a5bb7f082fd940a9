import { CircleCheck } from 'lucide-react'
import type { SuggestedField } from '#shared/reading/page.ts'
import { formatDate } from '#web/format/dates.ts'
import { t } from '#web/i18n/t.ts'
import type { ReadRecord } from '#web/reading/read-file.ts'
import { useUser } from '#web/session/session.ts'
import { Button } from '#web/ui/button.tsx'

type TranscriptCoursesProps = {
  courses: readonly ReadRecord[]
  /** The course whose form is open. */
  current: number | null
  logged: ReadonlySet<number>
  onChoose(at: number): void
  onFinish(): void
}

/** The courses of a transcript. Each is checked and logged separately. */
export function TranscriptCourses({ courses, current, logged, onChoose, onFinish }: TranscriptCoursesProps) {
  return (
    <section aria-labelledby="transcript-title" className="mb-6">
      <h2 id="transcript-title" className="font-semibold">
        {t`${courses.length} courses in this file`}
      </h2>
      <p role="status" className="text-muted">
        {t`${logged.size} of ${courses.length} logged. The file is kept with the first one.`}
      </p>
      <ol className="mt-2 divide-y divide-line border-line border-y">
        {courses.map((course, at) => (
          <li key={keyOf(course)} className="flex min-h-14 items-center gap-3 py-1.5">
            <CourseText course={course} />
            {logged.has(at) ? (
              <span className="flex items-center gap-1.5 font-semibold text-active">
                <CircleCheck aria-hidden className="size-4" />
                {t`Logged`}
              </span>
            ) : (
              <Button
                tone={at === current ? 'secondary' : 'quiet'}
                isDisabled={at === current}
                aria-label={
                  at === current ? t`Below: ${read(course, 'title')}` : t`Fill in ${read(course, 'title')}`
                }
                onPress={() => onChoose(at)}
              >
                {at === current ? t`Below` : t`Fill in`}
              </Button>
            )}
          </li>
        ))}
      </ol>
      {logged.size > 0 && <Button tone="quiet" onPress={onFinish}>{t`Leave the others`}</Button>}
    </section>
  )
}

const read = ({ suggestions }: ReadRecord, field: SuggestedField) =>
  suggestions.find((one) => one.field === field)?.value ?? ''

const keyOf = (course: ReadRecord) => {
  const place = course.suggestions.find(({ field }) => field === 'completedAt')?.where[0]
  return `${place?.page} ${place?.box.y}`
}

function CourseText({ course }: { course: ReadRecord }) {
  const { locale } = useUser()
  const unit = { ceu: 'CEU', minute: 'min', cme_credit: 'CME' }[read(course, 'unit')] ?? 'h'
  return (
    <span className="min-w-0 flex-1">
      <span className="block truncate font-semibold">{read(course, 'title')}</span>
      <span className="block text-muted text-sm">
        {`${formatDate(read(course, 'completedAt'), locale)} · ${read(course, 'amount')} ${unit}`}
      </span>
    </span>
  )
}
