import type { Ref } from 'react'
import type { Dropped } from '#shared/auth/recovery.ts'
import type { Problem } from '#shared/http/errors.ts'
import type { RememberMeProps } from '#web/auth/remember-me-field.tsx'
import type { EmailProps } from './sign-in-form.tsx'
import type { Stage } from './sign-in-stages.ts'

/** What a stage passes on to the next one. */
export type StageResult = { email?: string; code?: string; dropped?: Dropped[] }

/** What every stage of the sign-in page gets. */
export type StageProps = EmailProps &
  RememberMeProps & {
    stage: Stage
    /** Of the emailed link, or what the link was exchanged for. */
    code: string
    /** What a sign-in that left the page came back with. */
    problem: Problem | null
    /** The user was signed out because this is a shared computer. */
    isLocked: boolean
    /** What was removed when the account was taken back. */
    dropped: Dropped[]
    headingRef: Ref<HTMLHeadingElement>
    onStageChange: (stage: Stage, more?: StageResult) => void
  }
