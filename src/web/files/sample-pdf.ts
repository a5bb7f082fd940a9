const objects = [
  '<</Type/Catalog/Pages 2 0 R>>',
  '<</Type/Pages/Kids[3 0 R]/Count 1>>',
  '<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 200]/Resources<</Font<</F 4 0 R>>>>/Contents 5 0 R>>',
  '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
]
const lines = [
  '(Texas Board of Nursing)',
  '(Registered Nurse)',
  '(Name: Ann Sample)',
  '(License No.: 1)',
  '(Expiration Date: 03/31/2028)',
]

/** The bytes of an invented page in the layout of a board. */
export function samplePdf(): Uint8Array<ArrayBuffer> {
  const text = lines.map((line, at) => `BT/F 12 Tf 20 ${180 - at * 24} Td${line}Tj ET`).join('\n')
  const all = [...objects, `<</Length ${text.length}>>\nstream\n${text}\nendstream`]
  let pdf = '%PDF-1.4\n'
  const offsets = all.map((object, at) => {
    const offset = pdf.length
    pdf += `${at + 1} 0 obj\n${object}\nendobj\n`
    return `${String(offset).padStart(10, '0')} 00000 n \n`
  })
  const size = all.length + 1
  const end = `trailer\n<</Size ${size}/Root 1 0 R>>\nstartxref\n${pdf.length}\n%%EOF\n`
  return new TextEncoder().encode(`${pdf}xref\n0 ${size}\n0000000000 65535 f \n${offsets.join('')}${end}`)
}
