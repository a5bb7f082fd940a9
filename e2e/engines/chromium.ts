import { chromium } from 'playwright-core'
import { type Engine, keys, phoneWindow } from './engine.ts'

const names: Record<string, string> = { [keys.enter]: 'Enter', [keys.tab]: 'Tab' }

export async function openChromium(executablePath: string): Promise<Engine> {
  const browser = await chromium.launch({ executablePath, args: ['--disable-gpu', '--no-first-run'] })
  const context = await browser.newContext({
    viewport: phoneWindow,
    locale: 'en-US',
    timezoneId: 'America/Chicago',
  })
  const page = await context.newPage()
  return {
    open: async (address) => void (await page.goto(address)),
    run: (task, ...given) =>
      page.evaluate(`(${task})(...${JSON.stringify(given)})`) as ReturnType<Engine['run']> as never,
    press: (x, y) => page.mouse.click(x, y),
    async type(text) {
      for (const key of text)
        if (names[key]) await page.keyboard.press(names[key])
        else await page.keyboard.type(key)
    },
    attach: (selector, paths) => page.locator(selector).setInputFiles(paths),
    picture: () => page.screenshot(),
    close: () => browser.close(),
  }
}
