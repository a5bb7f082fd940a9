import { onTestFinished, vi } from 'vitest'

/** Replaces the browser's downloads until the test ends. Returns a growing list of file names and URLs. */
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
