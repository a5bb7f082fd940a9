import { Suspense, useEffect } from 'react'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import { PageSpinner } from '#web/ui/spinner.tsx'
import { SignInStage } from './sign-in-stage.tsx'
import type { Stage } from './sign-in-stages.ts'
import type { StageProps } from './stage-props.ts'

const loadLaterStages = () => import('./later-stage-view.tsx').then((module) => module.LaterStageView)
// The sign-in form must not wait for the others. They load when the user starts to use the page.
const LaterStage = lazyPart(loadLaterStages)

type StageViewProps = StageProps & {
  /** Called when a stage has appeared: the files of some are loaded first. */
  onShown(stage: Stage): void
}

export function StageView({ onShown, ...props }: StageViewProps) {
  useEffect(() => {
    const prepare = () => void loadLaterStages().catch(() => {})
    addEventListener('focusin', prepare, { once: true })
    return () => removeEventListener('focusin', prepare)
  }, [])
  return (
    <Suspense fallback={<PageSpinner />}>
      <AnyStage {...props} />
      <Shown key={props.stage} stage={props.stage} onShown={onShown} />
    </Suspense>
  )
}

function AnyStage(props: StageProps) {
  const { stage } = props
  // `signedIn` is shown for a moment, until the page is left.
  if (stage === 'signIn' || stage === 'signedIn') return <SignInStage {...props} />
  return <LaterStage {...props} stage={stage} />
}

function Shown({ stage, onShown }: Pick<StageViewProps, 'stage' | 'onShown'>) {
  useEffect(() => onShown(stage), [stage, onShown])
  return null
}
