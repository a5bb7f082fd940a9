import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { findCertification } from '#shared/credentials/known-certifications.ts'
import { english } from '#shared/i18n/translate.ts'
import { createTranslate } from '#shared/i18n/translator.ts'
import { renderInApp } from '#testing/web/render.tsx'
import { spanishTexts } from '#testing/web/spanish-texts.ts'
import { setTranslate } from '#web/i18n/t.ts'
import { UsualRenewal } from './usual-renewal-view.tsx'

afterEach(() => setTranslate(english))

const termNote = `${findCertification('BLS')?.termNote}.`

test('a Spanish page says once that the facts of a certification are in English, and marks them', async () => {
  setTranslate(createTranslate('es', (key) => spanishTexts[key]))
  await renderInApp(<UsualRenewal code="BLS" />)
  await expect.element(page.getByText(termNote)).toHaveAttribute('lang', 'en')
  await expect.poll(() => page.getByText('En inglés').elements()).toHaveLength(1)
})

test('an English page does not mention it', async () => {
  await renderInApp(<UsualRenewal code="BLS" />)
  await expect.element(page.getByText(termNote)).toBeVisible()
  await expect.element(page.getByText('In English')).not.toBeInTheDocument()
})
