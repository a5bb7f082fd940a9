import { addTexts } from './spanish.ts'

addTexts(
  import.meta.glob('/src/locales/es/{shared,web}/*.json', {
    eager: true,
    import: 'default',
    query: '?other',
  }),
)
