import type { Ref } from 'react'
import type { Problem } from '#shared/http/errors.ts'
import type { RememberMeProps } from './remember-me-field.tsx'
import type { EmailProps } from './sign-in-form.tsx'
import type { Stage } from './sign-in-stages.ts'

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
    headingRef: Ref<HTMLHeadingElement>
    onStageChange: (stage: Stage, more?: { email?: string; code?: string }) => void
  }
