// Before the first paint: the theme that was chosen on this device (src/web/settings/theme.ts).
try {
  const theme = localStorage.getItem('lanyard-theme')
  if (theme) document.documentElement.dataset.theme = theme
} catch {
  // Without storage the theme of the device is used.
}
