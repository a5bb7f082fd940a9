import type { Ref } from 'react'
import type { Dropped } from '#shared/auth/recovery.ts'
import type { Problem } from '#shared/http/errors.ts'
import type { RememberMeProps } from '#web/auth/remember-me-field.tsx'
import type { EmailProps } from './sign-in-form.tsx'
import type { Stage } from './sign-in-stages.ts'

/** The data that a stage passes on to the next one. */
export type StageResult = { email?: string; code?: string; dropped?: Dropped[] }

/** The props of every stage of the sign-in page. */
export type StageProps = EmailProps &
  RememberMeProps & {
    stage: Stage
    /** The code in the emailed link, or the one that it was exchanged for. */
    code: string
    /** The result of a sign-in that left the page. */
    problem: Problem | null
    /** The user was signed out because this is a shared computer. */
    isLocked: boolean
    /** The access that was removed when the account was recovered. */
    dropped: Dropped[]
    headingRef: Ref<HTMLHeadingElement>
    onStageChange: (stage: Stage, more?: StageResult) => void
  }
