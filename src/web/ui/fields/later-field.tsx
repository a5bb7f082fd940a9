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

/** The owner's input in a field before it was loaded. */
export type Begun = {
  hasFocus: boolean
  /** Text typed into a combo box that is not stored yet. */
  text: string | null
  /** The selection in the text. The next key replaces it. */
  selection: [number | null, number | null] | null
  /** The focused part of a date. */
  part: number | null
  /** The digits of an incomplete date, starting in this part. */
  keys: string[]
  keysFrom: number
  /** The owner opened the list or the calendar. */
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
 * A native field until the pointer or the focus comes near. Then the field with its list or calendar loads, and takes
 * over the focus, the text and the keys.
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

/** An element that is replaced while pressed would never get its click. */
let pressed: Promise<void> | null = null

function press(): void {
  const { promise, resolve } = Promise.withResolvers<void>()
  // On touch screens the click comes in a later task.
  const letGo = () => setTimeout(resolve, 100)
  for (const end of ['pointerup', 'pointercancel', 'keyup']) addEventListener(end, letGo, { once: true })
  pressed = promise
}

/** In a loaded field: calls `goOn` once with the owner's input in the native field. */
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

/** Presses the loaded field, once react-aria listens to it. */
export const pressSoon = (element: HTMLElement | null | undefined) => void setTimeout(() => element?.click())

/** For the element around the controls. */
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
