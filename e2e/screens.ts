/** For `test.use` and `openPage`: the two sizes for which every page is designed. */
export type Screen = { viewport: { width: number; height: number }; isMobile: boolean; hasTouch: boolean }

export const phone: Screen = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true }
export const desktop: Screen = { viewport: { width: 1280, height: 900 }, isMobile: false, hasTouch: false }

/** For tests that visit many pages: on a desktop only with `EVERYTHING=1`. */
export const screens: [name: string, screen: Screen][] = [
  ['a phone', phone],
  ...(process.env.EVERYTHING ? [['a desk', desktop] satisfies [string, Screen]] : []),
]
