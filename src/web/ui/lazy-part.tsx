import { type ComponentType, lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { loadOtherTexts } from '#web/i18n/page-language.ts'
import { t } from '#web/i18n/t.ts'
import { buttonClass } from './button-class.ts'

// `void`: the type of what a screen returns may depend on the router, and so on this.
type PropsOf<C> = C extends (props: infer P) => void ? P & object : never

type LazyPart<P> = {
  (props: P): ReactNode
  /** Loads the part before it is shown; rejects if it cannot be loaded. */
  preload(): Promise<void>
  /** Spread on the element that opens the part: the part loads when the pointer or the focus comes to it. */
  preloadHandlers: Record<'onPointerEnter' | 'onPointerDown' | 'onFocus', () => void>
}

/**
 * A component that loads, with the texts that the page does not have yet, when it is first shown. `Fallback` is shown
 * meanwhile, with the same props. If the file cannot be loaded, for example offline or after an update, a notice takes its
 * place. The rest of the screen, such as a form, is not affected.
 */
export function lazyPart<M, K extends keyof M>(
  load: () => Promise<M>,
  name: K,
  Fallback?: ComponentType<PropsOf<M[K]>>,
): LazyPart<PropsOf<M[K]>> {
  return firstPart(async () => (await Promise.all([load(), loadOtherTexts()]))[0], name, Fallback)
}

/** A `lazyPart` that a first visit may show at once: its texts come with the page (`scripts/first-texts.ts`). */
export function firstPart<M, K extends keyof M>(
  load: () => Promise<M>,
  name: K,
  Fallback?: ComponentType<PropsOf<M[K]>>,
): LazyPart<PropsOf<M[K]>> {
  type Props = PropsOf<M[K]>
  let Loaded: ComponentType<Props> | null = null

  async function preload(): Promise<void> {
    Loaded ??= (await load())[name] as ComponentType<Props>
  }

  const LoadedWhenShown = lazy(async () => {
    await preload().catch(() => {})
    const Missing = (props: Props) => (
      <MissingPart load={preload}>{() => Loaded && <Loaded {...props} />}</MissingPart>
    )
    return { default: Loaded ?? Missing }
  })

  function Part(props: Props) {
    // What is loaded already appears without the fallback.
    const [Content] = useState<ComponentType<Props>>(() => Loaded ?? LoadedWhenShown)
    return (
      <Suspense fallback={Fallback ? <Fallback {...props} /> : null}>
        <Content {...props} />
      </Suspense>
    )
  }

  // A failure is shown when the part is opened, because opening loads it again.
  const prepare = () => void preload().catch(() => {})
  const preloadHandlers = { onPointerEnter: prepare, onPointerDown: prepare, onFocus: prepare }
  return Object.assign(Part, { preload, preloadHandlers })
}

function MissingPart({ load, children }: { load(): Promise<void>; children: () => ReactNode }) {
  const [isLoaded, setLoaded] = useState(false)
  const note = useRef<HTMLDivElement>(null)
  // A bar at the bottom of the screen would cover it.
  // In braces: new browsers return a promise, which React would take for a cleanup.
  useEffect(() => {
    note.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  if (isLoaded) return children()
  return (
    <div ref={note} role="alert" className="grid justify-items-start gap-2 rounded-card bg-expiring-soft p-3">
      <p>{t`This part could not be loaded. Check your connection and try again. If Lanyard was updated, save what you typed and reload the page.`}</p>
      <button
        type="button"
        className={buttonClass({ size: 'sm' })}
        onClick={() =>
          void load().then(
            () => setLoaded(true),
            () => {},
          )
        }
      >{t`Try again`}</button>
    </div>
  )
}
