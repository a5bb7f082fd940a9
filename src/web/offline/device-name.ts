/** What the owner calls this device. */
export const deviceName: 'phone' | 'device' =
  typeof navigator !== 'undefined' && /iPhone|iPad|Android/.test(navigator.userAgent) ? 'phone' : 'device'
