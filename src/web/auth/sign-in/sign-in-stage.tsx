import { t } from '#web/i18n/t.ts'
import { SignInForm } from './sign-in-form.tsx'
import { SignInLayout } from './sign-in-layout.tsx'
import { SignInMethodList } from './sign-in-method-list.tsx'
import type { StageProps } from './sign-in-stages.ts'

export function SignInStage(props: StageProps) {
  const { isLocked, headingRef, next, sessionOptions } = props
  return (
    <SignInLayout
      headingRef={headingRef}
      next={next}
      title={t`Sign in`}
      heading={t`Sign in to your vault`}
      activeTab="signIn"
    >
      {isLocked && (
        <p
          role="status"
          className="rounded-card bg-accent-soft p-4"
        >{t`You were signed out because this is a shared computer.`}</p>
      )}
      <SignInForm
        email={props.email}
        onEmailChange={props.onEmailChange}
        next={next}
        sessionOptions={sessionOptions}
        onSessionOptionsChange={props.onSessionOptionsChange}
        problem={props.problem}
      />
      <SignInMethodList sessionOptions={sessionOptions} next={next} />
    </SignInLayout>
  )
}
