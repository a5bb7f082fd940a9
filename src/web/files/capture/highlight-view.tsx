import { useEffect, useRef } from 'react'

type Point = { x: number; y: number }
/** Places on a page of one file, as outlines of fractions of that page. */
export type Highlight = {
  key: string
  page: number
  /** Height of the page by its width. */
  ratio: number
  outlines: readonly (readonly Point[])[]
}

const WIDTH = 1000

/** An overlay of the size of a page, which frames the places; the page is scrolled to the first. */
export function HighlightView({ ratio, outlines }: Pick<Highlight, 'ratio' | 'outlines'>) {
  const svg = useRef<SVGSVGElement>(null)
  useEffect(() => {
    const frame = svg.current?.closest('section')
    const place = svg.current?.querySelector('polygon')
    if (!frame || !place || outlines.length === 0) return
    const [seen, wanted] = [frame.getBoundingClientRect(), place.getBoundingClientRect()]
    const isSeen = wanted.top >= seen.top && wanted.bottom <= seen.bottom
    if (!isSeen) frame.scrollBy({ top: wanted.top - seen.top - seen.height / 3 })
  }, [outlines])
  const inView = ({ x, y }: Point) => `${x * WIDTH},${y * WIDTH * ratio}`
  return (
    <svg
      ref={svg}
      aria-hidden="true"
      viewBox={`0 0 ${WIDTH} ${WIDTH * ratio}`}
      className="pointer-events-none absolute inset-0 size-full"
    >
      {outlines.map((outline) => {
        const points = outline.map(inView).join(' ')
        return (
          <polygon
            key={points}
            points={points}
            strokeLinejoin="round"
            fill="var(--accent)"
            fillOpacity="0.18"
            stroke="var(--accent)"
            strokeWidth={WIDTH / 300}
          />
        )
      })}
    </svg>
  )
}
