import { useEffect, useRef } from 'react'

type Box = { x: number; y: number; width: number; height: number }
/** Places on a page of one file, in the units of that page, which was turned by `tilt` radians around its middle. */
export type Highlight = {
  key: string
  page: number
  width: number
  height: number
  boxes: readonly Box[]
  tilt: number
}

/** Lies over a page that it fits into, and frames the places; the page is scrolled to the first. */
export function HighlightView({ width, height, boxes, tilt }: Omit<Highlight, 'key' | 'page'>) {
  const svg = useRef<SVGSVGElement>(null)
  useEffect(() => {
    const frame = svg.current?.closest('section')
    const place = svg.current?.querySelector('rect')
    if (!frame || !place || boxes.length === 0) return
    const [seen, wanted] = [frame.getBoundingClientRect(), place.getBoundingClientRect()]
    const isSeen = wanted.top >= seen.top && wanted.bottom <= seen.bottom
    if (!isSeen) frame.scrollBy({ top: wanted.top - seen.top - seen.height / 3 })
  }, [boxes])
  const margin = Math.max(width, height) / 120
  return (
    <svg
      ref={svg}
      aria-hidden="true"
      viewBox={`0 0 ${width} ${height}`}
      className="pointer-events-none absolute inset-0 size-full"
    >
      <g transform={`rotate(${(-tilt * 180) / Math.PI} ${width / 2} ${height / 2})`}>
        {boxes.map((box) => (
          <rect
            key={`${box.x} ${box.y}`}
            x={box.x - margin}
            y={box.y - margin}
            width={box.width + 2 * margin}
            height={box.height + 2 * margin}
            rx={margin}
            fill="var(--accent)"
            fillOpacity="0.18"
            stroke="var(--accent)"
            strokeWidth={margin / 2.5}
          />
        ))}
      </g>
    </svg>
  )
}
