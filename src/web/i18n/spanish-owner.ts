import { addTexts } from './spanish.ts'

addTexts(import.meta.glob('/src/locales/es/web/*.json', { eager: true, import: 'default' }))
