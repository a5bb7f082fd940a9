/**
 * The pressed button may be removed with its row. Without this function a keyboard user would start again at the top of
 * the page.
 */
export function restoreFocus(): void {
  if (document.activeElement === document.body)
    document.getElementById('main')?.focus({ preventScroll: true })
}
