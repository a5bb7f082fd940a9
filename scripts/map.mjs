// `node scripts/map.mjs && npm run fix`: draws src/web/compact/map-shapes-text.ts, the outlines of the states, from us-atlas.
import { writeFileSync } from 'node:fs'
import { geoAlbersUsa, geoPath } from 'd3-geo'
import { feature } from 'topojson-client'
import atlas from 'us-atlas/states-10m.json' with { type: 'json' }
import { at } from './run.mjs'

const WIDTH = 640
const HEIGHT = 400

const codes = {
  ...{
    '01': 'AL',
    '02': 'AK',
    '04': 'AZ',
    '05': 'AR',
    '06': 'CA',
    '08': 'CO',
    '09': 'CT',
    10: 'DE',
    11: 'DC',
  },
  ...{ 12: 'FL', 13: 'GA', 15: 'HI', 16: 'ID', 17: 'IL', 18: 'IN', 19: 'IA', 20: 'KS', 21: 'KY', 22: 'LA' },
  ...{ 23: 'ME', 24: 'MD', 25: 'MA', 26: 'MI', 27: 'MN', 28: 'MS', 29: 'MO', 30: 'MT', 31: 'NE', 32: 'NV' },
  ...{ 33: 'NH', 34: 'NJ', 35: 'NM', 36: 'NY', 37: 'NC', 38: 'ND', 39: 'OH', 40: 'OK', 41: 'OR', 42: 'PA' },
  ...{ 44: 'RI', 45: 'SC', 46: 'SD', 47: 'TN', 48: 'TX', 49: 'UT', 50: 'VT', 51: 'VA', 53: 'WA', 54: 'WV' },
  ...{ 55: 'WI', 56: 'WY' },
}

const states = feature(atlas, atlas.objects.states)
const shown = { ...states, features: states.features.filter(({ id }) => id in codes) }
const path = geoPath(geoAlbersUsa().fitSize([WIDTH, HEIGHT], shown)).digits(1)

const TOLERANCE = 0.4
const simplified = (d) =>
  d
    .split('Z')
    .filter(Boolean)
    .map((ring) =>
      simplifyRing(
        ring
          .slice(1)
          .split('L')
          .map((point) => point.split(',').map(Number)),
      ),
    )
    .filter(
      (ring, _index, rings) =>
        ring.length > 3 && areaOf(ring) > Math.min(2, Math.max(...rings.map(areaOf)) / 2),
    )
    .map((ring) => `M${ring.map((point) => point.join(' ')).join('L')}Z`)
    .join('')

function areaOf(ring) {
  const doubled = ring.reduce((sum, [x, y], index) => {
    const [nextX, nextY] = ring[(index + 1) % ring.length]
    return sum + x * nextY - nextX * y
  }, 0)
  return Math.abs(doubled) / 2
}

/** Douglas-Peucker: removes points that are too close to the line to be visible. */
function simplifyRing(points) {
  if (points.length < 3) return points
  const [first] = points
  const last = points.at(-1)
  let far = 0
  let farthest = 0
  for (const [index, point] of points.entries()) {
    const distance = distanceTo(point, first, last)
    if (distance > farthest) [far, farthest] = [index, distance]
  }
  if (farthest < TOLERANCE) return [first, last]
  return [...simplifyRing(points.slice(0, far + 1)).slice(0, -1), ...simplifyRing(points.slice(far))]
}

function distanceTo([x, y], [x1, y1], [x2, y2]) {
  const length = Math.hypot(x2 - x1, y2 - y1)
  if (length === 0) return Math.hypot(x - x1, y - y1)
  return Math.abs((y2 - y1) * x - (x2 - x1) * y + x2 * y1 - y2 * x1) / length
}

const lines = shown.features
  .map((state) => {
    const [x, y] = path.centroid(state).map(Math.round)
    return [codes[state.id], simplified(path(state)), x, y]
  })
  .sort(([a], [b]) => (a < b ? -1 : 1))
  .map(([code, d, x, y]) => `  ['${code}', '${d}', ${x}, ${y}],`)

writeFileSync(
  at('src/web/compact/map-shapes-text.ts'),
  `// Drawn by scripts/map.mjs from us-atlas (ISC), which is made from public data of the US Census Bureau.

/** The outline of each state in a box of ${WIDTH} by ${HEIGHT}, and the middle of it, for its letters. */
export const mapShapes: readonly (readonly [code: string, outline: string, x: number, y: number])[] = [
${lines.join('\n')}
]
export const mapSize = { width: ${WIDTH}, height: ${HEIGHT} }
`,
)
