import { type RefObject, useEffect, useRef, useState } from 'react'

const MOST = 4

const clamp = (zoom: number) => Math.min(MOST, Math.max(1, zoom))
const spread = ([a, b]: readonly Touch[]) =>
  a && b ? Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY) : 0

/** Enlarges what scrolls in `frame`: with buttons, two fingers, or the wheel with Ctrl. The center stays. */
export function useZoom(frame: RefObject<HTMLElement | null>) {
  const [zoom, setZoom] = useState(1)
  const before = useRef(1)

  useEffect(() => {
    const node = frame.current
    const ratio = zoom / before.current
    before.current = zoom
    if (!node || ratio === 1) return
    node.scrollLeft = (node.scrollLeft + node.clientWidth / 2) * ratio - node.clientWidth / 2
    node.scrollTop = (node.scrollTop + node.clientHeight / 2) * ratio - node.clientHeight / 2
  }, [frame, zoom])

  useEffect(() => {
    const node = frame.current
    if (!node) return
    let pinch: { zoom: number; spread: number } | null = null
    const start = ({ touches }: TouchEvent) => {
      pinch = touches.length === 2 ? { zoom: before.current, spread: spread([...touches]) } : null
    }
    const move = (event: TouchEvent) => {
      if (!pinch || event.touches.length !== 2) return
      event.preventDefault()
      setZoom(clamp((pinch.zoom * spread([...event.touches])) / Math.max(1, pinch.spread)))
    }
    const turn = (event: WheelEvent) => {
      if (!event.ctrlKey) return
      event.preventDefault()
      setZoom((now) => clamp(now * (event.deltaY < 0 ? 1.15 : 1 / 1.15)))
    }
    // React's own listeners are passive: they could not keep the whole page from being enlarged.
    node.addEventListener('touchstart', start)
    node.addEventListener('touchmove', move, { passive: false })
    node.addEventListener('wheel', turn, { passive: false })
    return () => {
      node.removeEventListener('touchstart', start)
      node.removeEventListener('touchmove', move)
      node.removeEventListener('wheel', turn)
    }
  }, [frame])

  return {
    zoom,
    reset: () => setZoom(1),
    enlarge: () => setZoom(clamp(zoom * 1.5)),
    reduce: () => setZoom(clamp(zoom / 1.5)),
    toggle: () => setZoom(zoom > 1 ? 1 : 2.5),
    isLargest: zoom >= MOST,
  }
}
