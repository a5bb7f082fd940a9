import { onTestFinished, vi } from 'vitest'

/** Takes the place of the browser's downloads until the test ends; lists the name of each file and its address. */
export function catchDownloads(): { name: string; url: string }[] {
  const downloads: { name: string; url: string }[] = []
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    downloads.push({ name: this.download, url: this.href })
  })
  onTestFinished(() => click.mockRestore())
  return downloads
}
