import { onTestFinished, vi } from 'vitest'

/** Until the test ends, the browser says that it is Safari on an iPhone: in a tab, or opened from the home screen. */
export function onIphone(place: 'tab' | 'app'): void {
  const userAgent =
    'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1'
  const agent = vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(userAgent)
  Object.defineProperty(navigator, 'standalone', { value: place === 'app', configurable: true })
  onTestFinished(() => {
    agent.mockRestore()
    Reflect.deleteProperty(navigator, 'standalone')
  })
}
