/** Folders and files where `npm run check` finds text that is not translated. One is added when it is done. */
export const translatedFolders: readonly string[] = [
  'src/server/mail',
  'src/server/transfer/export-page-service.ts',
  'src/shared/http/problem-catalog.ts',
  'src/shared/reading/findings.ts',
  'src/web/auth/auth-error-card.tsx',
  'src/web/auth/idle-timeout',
  'src/web/auth/mailed-link',
  'src/web/auth/reauthentication',
  'src/web/auth/recovery',
  'src/web/auth/sign-in',
  'src/web/format',
  'src/web/home/landing-badges.tsx',
  'src/web/home/landing-calendar.tsx',
  'src/web/home/landing-page.tsx',
  'src/web/home/landing-questions.tsx',
  'src/web/home/landing-steps.tsx',
  'src/web/imports',
  'src/web/layout',
  'src/web/legal',
  'src/web/reading',
  'src/web/shares/visitor',
  'src/web/transfer',
  'src/web/ui',
]

/** Names that stay as they are, in every language. */
export const asIssued: readonly string[] = [
  'Facebook',
  'Instagram',
  'TikTok',
  'YouTube',
  'rn-license-card.pdf',
]
