import { expect, test } from 'vitest'
import { adjustedName, isAdjusted, pictureSides } from './picture-sides.ts'

const sidesOf = (...names: string[]) =>
  pictureSides(names.map((name) => ({ name, isPicture: !name.endsWith('.pdf') })))

test('two pictures are the front and back, regardless of other files', () => {
  expect(sidesOf('a.jpg', 'b.jpg')).toEqual(['Front', 'Back'])
  expect(sidesOf('letter.pdf', 'a.jpg', 'b.jpg')).toEqual([null, 'Front', 'Back'])
  expect(sidesOf('a.jpg')).toEqual([null])
  expect(sidesOf('a.jpg', 'b.jpg', 'c.jpg')).toEqual([null, null, null])
  expect(sidesOf('a.pdf', 'b.pdf')).toEqual([null, null])
})

test('an adjusted copy replaces its original', () => {
  expect(adjustedName('IMG.0001.heic')).toBe('IMG.0001 (adjusted).jpg')
  expect(['IMG.0001 (adjusted).jpg', 'IMG.0001.heic', ' (adjusted) a.jpg'].map(isAdjusted)).toEqual([
    ...[true, false, false],
  ])
  expect(sidesOf('a (adjusted).jpg', 'a.heic')).toEqual([null, 'Original'])
  expect(sidesOf('a (adjusted).jpg', 'a.heic', 'b.jpg')).toEqual(['Front', 'Original', 'Back'])
})

test('each copy belongs to one original, even if pictures share a name', () => {
  expect(sidesOf('image (adjusted).jpg', 'image.jpg', 'image.jpg')).toEqual(['Front', 'Original', 'Back'])
  expect(sidesOf('image.jpg', 'image (adjusted).jpg', 'image.jpg')).toEqual(['Front', 'Back', 'Original'])
  expect(sidesOf('a (adjusted).jpg', 'b.jpg')).toEqual(['Front', 'Back'])
})

test('the name of a copy has at most 200 characters of the original, and no copy is its own original', () => {
  const copy = `${'x'.repeat(200)} (adjusted).jpg`
  expect(adjustedName(`${'x'.repeat(300)}.heic`)).toBe(copy)
  expect(sidesOf(copy, 'b.jpg')).toEqual(['Front', 'Back'])
  expect(sidesOf(copy, `${'x'.repeat(300)}.heic`)).toEqual([null, 'Original'])
})

test('a document is neither a copy nor an original, regardless of its name', () => {
  expect(sidesOf('a (adjusted).jpg', 'a.pdf')).toEqual([null, null])
  const files = [
    { name: 'a (adjusted).jpg', isPicture: false },
    { name: 'a.jpg', isPicture: true },
    { name: 'b.jpg', isPicture: true },
  ]
  expect(pictureSides(files)).toEqual([null, 'Front', 'Back'])
})

test('recognizes a copy that was adjusted in the other language', () => {
  expect(adjustedName('carta.heic', 'es')).toBe('carta (ajustada).jpg')
  expect(isAdjusted('carta (ajustada).jpg')).toBe(true)
  const files = ['carta.heic', 'carta (ajustada).jpg', 'reverso.jpg']
  expect(pictureSides(files.map((name) => ({ name, isPicture: true })))).toEqual([
    'Original',
    'Front',
    'Back',
  ])
})
