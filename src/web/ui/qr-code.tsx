import { encode } from 'uqr'

/** Light modules around the code. A scanner needs them to find the code. */
const QUIET = 4

/** Runs of dark modules as one path: separate rectangles would show hairlines between them. */
export function qrPath(text: string): { path: string; size: number } {
  const { data, size } = encode(text, { ecc: 'M', border: QUIET })
  const path = data.flatMap((row, y) =>
    [
      ...row
        .map((dark) => (dark ? '1' : '0'))
        .join('')
        .matchAll(/1+/g),
    ].map((run) => `M${run.index} ${y}h${run[0].length}v1h-${run[0].length}z`),
  )
  return { path: path.join(''), size }
}

type QrCodeProps = { text: string; label: string; className?: string }

/** A QR code: dark on white in dark mode too, because many scanners cannot read it inverted. */
export function QrCode({ text, label, className }: QrCodeProps) {
  const { path, size } = qrPath(text)
  return (
    <svg viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label} className={className}>
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" shapeRendering="crispEdges" />
    </svg>
  )
}
