import {
  type ComponentType,
  type KeyboardEvent,
  type RefObject,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useSyncExternalStore,
} from 'react'
import { t } from '#web/i18n/t.ts'
import { showToast } from '#web/ui/toast-queue.ts'

/** What the owner did in a field before it was loaded. */
export type Begun = {
  hasFocus: boolean
  /** What was typed into a combo box and is not stored. */
  text: string | null
  /** What is selected of its text, which the next key replaces. */
  selection: [number | null, number | null] | null
  /** The part of a date that has the focus. */
  part: number | null
  /** The digits of a date that is not complete, and the part that they begin in. */
  keys: string[]
  keysFrom: number
  /** Its list or calendar was asked for. */
  isOpened: boolean
}

export type FullProps = { begun: RefObject<Begun> }
export type StartProps = FullProps & { onApproach(): void }

type Loader = { load(): Promise<void>; isShown(): boolean }
const loaders: Loader[] = []

/** An owner who uses one field of a form is about to use the others. */
function loadShown(): void {
  for (const loader of loaders) {
    if (loader.isShown()) void loader.load().catch(showFailure)
  }
}

const showFailure = () =>
  showToast({
    title: t`This field could not be loaded`,
    description: t`Check your connection and try again.`,
    tone: 'destructive',
  })

/**
 * A field that is the browser's own until the pointer or the focus comes near. Then the field with its list or calendar
 * is loaded and takes over the focus, the text and the keys.
 */
export function laterField<P extends object>(
  load: () => Promise<ComponentType<P & FullProps>>,
  Start: ComponentType<P & StartProps>,
): ComponentType<P> {
  let loading: Promise<void> | null = null
  let loaded: ComponentType<P & FullProps> | null = null
  const listeners = new Set<() => void>()
  const subscribe = (listener: () => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }
  async function loadOnce() {
    const full = await load()
    await pressed
    loaded = full
    for (const listener of listeners) listener()
  }
  loaders.push({
    load() {
      loading ??= loadOnce().catch((error) => {
        loading = null
        throw error
      })
      return loading
    },
    isShown: () => listeners.size > 0,
  })
  return (props) => {
    const Full = useSyncExternalStore(
      subscribe,
      () => loaded,
      () => null,
    )
    const begun = useRef<Begun>({
      hasFocus: false,
      text: null,
      selection: null,
      part: null,
      keys: [],
      keysFrom: 0,
      isOpened: false,
    })
    return Full ? (
      <Full {...props} begun={begun} />
    ) : (
      <Start {...props} begun={begun} onApproach={loadShown} />
    )
  }
}

/** An element that is replaced while it is pressed would never get its click. */
let pressed: Promise<void> | null = null

function press(): void {
  const { promise, resolve } = Promise.withResolvers<void>()
  // On touch screens the click comes in a later task.
  const letGo = () => setTimeout(resolve, 100)
  for (const end of ['pointerup', 'pointercancel', 'keyup']) addEventListener(end, letGo, { once: true })
  pressed = promise
}

/** In a loaded field: calls `goOn` once with what the owner began in the native one. */
export function useBegun(begun: RefObject<Begun>, goOn: (begun: Begun) => void): void {
  const start = useEffectEvent(goOn)
  useLayoutEffect(() => {
    const { hasFocus, ...rest } = begun.current
    begun.current = {
      ...{ hasFocus: false, text: null, selection: null, part: null },
      ...{ keys: [], keysFrom: 0, isOpened: false },
    }
    if (hasFocus || rest.isOpened || rest.keys.length > 0) start({ hasFocus, ...rest })
  }, [begun])
}

/** A press in the loaded field, once react-aria listens to it. */
export const pressSoon = (element: HTMLElement | null | undefined) => void setTimeout(() => element?.click())

/** For the element around what can be used. */
export function approachedBy(onApproach: () => void) {
  return {
    onPointerEnter: onApproach,
    onFocusCapture: onApproach,
    onClickCapture: onApproach,
    onPointerDown() {
      press()
      onApproach()
    },
    onKeyDownCapture({ key }: KeyboardEvent) {
      if (key === 'Enter' || key === ' ') press()
    },
  }
}
