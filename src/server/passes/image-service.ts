import sharp from 'sharp'

/** The badge of the logo, in the colors of the light theme. */
const badge = (width: number, height: number) =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="-2 0 32 32" width="${width}" height="${height}">
<path d="M6 0h5l3 7 3-7h5l-5.5 12h-5z" fill="#0b6b5d"/>
<rect x="3" y="12" width="22" height="19" rx="4" fill="#fff" stroke="#1c2422" stroke-width="2"/>
<path d="M11 16h6" stroke="#1c2422" stroke-width="2" stroke-linecap="round"/>
<path d="m9.5 23 3.2 3.2 5.8-5.7" fill="none" stroke="#0b6b5d" stroke-width="2.6" stroke-linecap="round" stroke-linejoin="round"/>
</svg>`)

/** Apple's names; the sizes are in points, for screens of one, two and three pixels per point. */
const sizes = { icon: 29, logo: 50 }

let made: Promise<Record<string, Buffer>> | null = null

export function passImages(): Promise<Record<string, Buffer>> {
  made ??= drawImages()
  return made
}

async function drawImages(): Promise<Record<string, Buffer>> {
  const wanted = Object.entries(sizes).flatMap(([name, points]) =>
    [1, 2, 3].map((scale) => ({
      file: `${name}${scale === 1 ? '' : `@${scale}x`}.png`,
      size: points * scale,
    })),
  )
  const drawn = wanted.map(
    async ({ file, size }): Promise<[string, Buffer]> => [
      file,
      await sharp(badge(size, size)).png().toBuffer(),
    ],
  )
  return Object.fromEntries(await Promise.all(drawn))
}
