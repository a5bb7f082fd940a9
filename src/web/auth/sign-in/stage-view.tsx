import { Suspense, useEffect } from 'react'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import { PageSpinner } from '#web/ui/spinner.tsx'
import { loadLaterStages } from './load-later-stages.ts'
import { SignInStage } from './sign-in-stage.tsx'
import { isActionLink, type Stage } from './sign-in-stages.ts'
import type { StageProps } from './stage-props.ts'

// The sign-in form must not wait for the others.
const LaterStage = lazyPart(loadLaterStages)
const ActionLinkStage = lazyPart(() =>
  import('./action-link-stage.tsx').then((module) => module.ActionLinkStage),
)

type StageViewProps = StageProps & {
  /** Called when a stage has appeared: the files of some are loaded first. */
  onShown(stage: Stage): void
}

export function StageView({ onShown, ...props }: StageViewProps) {
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
  if (isActionLink(stage)) return <ActionLinkStage {...props} stage={stage} />
  return <LaterStage {...props} stage={stage} />
}

function Shown({ stage, onShown }: Pick<StageViewProps, 'stage' | 'onShown'>) {
  useEffect(() => onShown(stage), [stage, onShown])
  return null
}
