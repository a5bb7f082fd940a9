// Cards of boards and of certification bodies: the layout of each, and the true values. The looks are imitated, not
// copied.
import { lastOfMonth, spell } from './facts.mjs'

const rows = (pairs) =>
  `<table>${pairs.map(([a, b]) => `<tr><td class=l>${a}</td><td>${b}</td></tr>`).join('')}</table>`
const stack = (pairs) => pairs.map(([a, b]) => `<div class=l>${a}</div><div class=v>${b}</div>`).join('')
const grid = (pairs) =>
  `<div class=grid>${pairs.map(([a, b]) => `<div><div class=l>${a}</div><div class=v>${b}</div></div>`).join('')}</div>`
const under = (pairs) =>
  `<div class=grid>${pairs.map(([a, b]) => `<div class=c><div class=v>${a}</div><div class="l line">${b}</div></div>`).join('')}</div>`
const license = (facts, state, type, number, more = {}) => ({
  kind: 'license',
  state,
  type,
  number,
  holderName: facts.name,
  expiresAt: facts.expires,
  ...more,
})
const certification = (facts, code, issuer, more = {}) => ({
  kind: 'certification',
  code,
  issuer,
  holderName: facts.name,
  issuedAt: facts.issued,
  expiresAt: facts.expires,
  ...more,
})

export const credentialLayouts = {
  'license-texas': (f) => {
    const number = f.digits(6)
    return {
      html: `<h2>Texas Board of Nursing</h2><h3>Registered Nurse</h3>${rows([
        ['Name:', f.name],
        ['License No.:', number],
        ['Issue Date:', spell.slashes(f.issued)],
        ['Expiration Date:', spell.slashes(f.expires)],
        ['Status:', 'Current - Multistate'],
      ])}`,
      truth: license(f, 'TX', 'RN', number, { issuedAt: f.issued }),
    }
  },
  'license-california': (f) => {
    const number = f.digits(8)
    return {
      html: `<h3>State of California</h3><h2>Board of Registered Nursing</h2><p>1747 North Market Blvd, Sacramento CA 95834</p>${grid(
        [
          ['LICENSE NO.', number],
          ['EXPIRATION', spell.slashes(f.expires)],
        ],
      )}${stack([['LICENSEE NAME', f.name]])}<p class=b>REGISTERED NURSE</p>`,
      truth: license(f, 'CA', 'RN', number),
    }
  },
  'license-florida': (f) => {
    const number = `RN ${f.digits(7)}`
    return {
      html: `<div class=c><b>STATE OF FLORIDA</b><br>DEPARTMENT OF HEALTH<br>DIVISION OF MEDICAL QUALITY ASSURANCE<p>EXPIRATION DATE: ${spell.long(f.expires).toUpperCase()}</p><p>LICENSE NO. ${number}</p><p>The REGISTERED NURSE named below has met all requirements of the laws and rules of the state of Florida.</p><h2>${f.name}</h2></div>`,
      truth: license(f, 'FL', 'RN', number),
    }
  },
  'license-new-york': (f) => {
    const number = `${f.digits(6)}-01`
    return {
      html: `<div class=c><b>The University of the State of New York</b><br>Education Department, Office of the Professions<h2>Registration Certificate</h2></div>${rows(
        [
          ['Certificate Number', f.digits(7)],
          ['License Number:', number],
          ['Name', f.name],
        ],
      )}<p>is registered to practice in New York State through ${spell.shortSlashes(f.expires)} as a</p><h3>REGISTERED PROFESSIONAL NURSE</h3>`,
      truth: license(f, 'NY', 'RN', number),
    }
  },
  'license-pennsylvania': (f) => {
    const number = `RN${f.digits(6)}L`
    return {
      html: `<b>Commonwealth of Pennsylvania</b><br>Department of State, Bureau of Professional and Occupational Affairs<h3>State Board of Nursing</h3><p>Registered Nurse</p>${grid(
        [
          ['License Number', number],
          ['Effective Date', spell.slashes(f.issued)],
          ['Expires', spell.slashes(f.expires)],
        ],
      )}<h2>${f.name}</h2>`,
      truth: license(f, 'PA', 'RN', number, { issuedAt: f.issued }),
    }
  },
  'license-verification': (f) => {
    const number = f.digits(7)
    return {
      html: `<h2>License Verification Report</h2><p>Report date: ${spell.long('2026-10-02')}</p><p>Name: ${f.name}</p><table class=wide><tr>${['State', 'License Type', 'License Number', 'Status', 'Original Issue Date', 'Expiration Date'].map((x) => `<th>${x}</th>`).join('')}</tr><tr>${['Ohio', 'RN', number, 'Active', spell.slashes(f.other), spell.slashes(f.expires)].map((x) => `<td>${x}</td>`).join('')}</tr></table><p>Source: Ohio Board of Nursing</p>`,
      truth: license(f, 'OH', 'RN', number, { issuedAt: f.other }),
    }
  },
  'license-georgia': (f) => {
    const number = `LPN${f.digits(6)}`
    return {
      html: `<h2 class=c>Georgia Board of Nursing</h2><p class=c>LICENSED PRACTICAL NURSE</p>${under([
        [f.name, 'Name'],
        [number, 'License Number'],
      ])}${under([
        [spell.slashes(f.issued), 'Date Issued'],
        [spell.slashes(f.expires), 'Expires'],
      ])}`,
      truth: license(f, 'GA', 'LPN', number, { issuedAt: f.issued }),
    }
  },
  'license-arizona': (f) => {
    const number = `RN${f.digits(6)}`
    return {
      html: `<h3>Arizona State Board of Nursing</h3><h2>${f.name}</h2><p>License #: ${number}</p><p>Type: Registered Nurse</p><p>Issued ${spell.short(f.issued)} &nbsp; Valid through ${spell.short(f.expires)}</p>`,
      truth: license(f, 'AZ', 'RN', number, { issuedAt: f.issued }),
    }
  },
  'aha-bls-ecard': (f) => {
    const code = f.digits(12)
    return {
      html: `<h1>Basic Life Support</h1><h2>BLS Provider</h2><h3>American Heart Association</h3><h2>${f.name}</h2><p>has successfully completed the cognitive and skills evaluations in accordance with the curriculum of the American Heart Association Basic Life Support (CPR and AED) Program.</p>${grid(
        [
          ['Issue Date', spell.shortSlashes(f.issued)],
          ['Renew By', spell.longMonth(f.expires)],
        ],
      )}${grid([
        ['Training Center Name', 'Lakeside Regional Hospital'],
        ['Training Center ID', 'TX05432'],
        ['Instructor Name', f.instructor],
        ['Instructor ID', f.digits(11)],
        ['eCard Code', code],
      ])}`,
      truth: certification(f, 'BLS', 'American Heart Association', {
        number: code,
        expiresAt: lastOfMonth(f.expires),
      }),
    }
  },
  'aha-acls-card': (f) => ({
    html: `<h3>ACLS Provider</h3><b>American Heart Association</b><h2>${f.name}</h2><p>This card certifies that the above individual has successfully completed the national cognitive and skills evaluations of the AHA Advanced Cardiovascular Life Support Program.</p>${under(
      [
        [spell.month(f.issued), 'Issue Date'],
        [spell.month(f.expires), 'Recommended Renewal Date'],
      ],
    )}`,
    truth: certification(f, 'ACLS', 'American Heart Association', {
      issuedAt: `${f.issued.slice(0, 7)}-01`,
      expiresAt: lastOfMonth(f.expires),
    }),
  }),
  'red-cross-bls': (f) => {
    const id = `0${f.digits(5).slice(0, 5)}A`
    return {
      html: `<h2>American Red Cross</h2><h3>Certificate of Completion</h3><h2>${f.name}</h2><p>has successfully completed requirements for</p><h2>Basic Life Support</h2><p>Date Completed: ${spell.slashes(f.issued)}<br>Validity Period: 2 Years</p><p>Conducted by: American Red Cross</p><p>Certificate ID: ${id}</p>`,
      truth: certification(f, 'BLS', 'American Red Cross', { number: id, expiresAt: undefined }),
    }
  },
  'aha-pals-stacked': (f) => {
    const code = f.digits(12)
    return {
      html: `<h1>PALS Provider</h1><p>Pediatric Advanced Life Support</p>${stack([
        ['Student Name', f.name],
        ['Issued', spell.long(f.issued)],
        ['Expires', spell.long(f.expires)],
        ['eCard Code', code],
        ['Instructor', f.instructor],
      ])}<p>American Heart Association</p>`,
      truth: certification(f, 'PALS', 'American Heart Association', { number: code }),
    }
  },
  'nrp-card': (f) => ({
    html: `<h2>Neonatal Resuscitation Program</h2><p>American Academy of Pediatrics</p><p>Provider: NRP Advanced</p><p>This certifies that <b>${f.name}</b></p><p>has completed the requirements of the program.</p>${rows(
      [
        ['Completed on', spell.slashes(f.issued)],
        ['Valid through', spell.slashes(f.expires)],
      ],
    )}`,
    truth: certification(f, 'NRP', 'American Academy of Pediatrics'),
  }),
  'ancc-certificate': (f) => {
    const number = `20${f.digits(8)}`
    return {
      html: `<div class=c><h2>American Nurses Credentialing Center</h2><p>hereby certifies that</p><h1>${f.name}</h1><p>has met the requirements for board certification as</p><h2>Family Nurse Practitioner, Board Certified</h2><p>FNP-BC</p></div>${rows(
        [
          ['Certification Number:', number],
          ['Valid From:', spell.long(f.issued)],
          ['Valid To:', spell.long(f.expires)],
        ],
      )}`,
      truth: certification(f, 'FNP-BC', 'American Nurses Credentialing Center', { number }),
    }
  },
  'aacn-ccrn-card': (f) => {
    const number = f.digits(8)
    return {
      html: `<h3>AACN Certification Corporation</h3><h2>CCRN (Adult)</h2><p>${f.name}</p><p>Certification Period: ${spell.shortSlashes(f.issued)} through ${spell.shortSlashes(f.expires)}</p><p>Certification Number: ${number}</p>`,
      truth: certification(f, 'CCRN', 'AACN Certification Corporation', { number }),
    }
  },
  'bcen-certificate': (f) => {
    const number = `${f.digits(7)}`
    return {
      html: `<div class=c><h2>Board of Certification for Emergency Nursing</h2><p>This is to certify that</p><h1>${f.name}</h1><p>has attained the designation of</p><h2>Certified Emergency Nurse</h2><h2>CEN®</h2></div>${under(
        [
          [number, 'Certification Number'],
          [spell.short(f.issued), 'Effective Date'],
          [spell.short(f.expires), 'Expiration Date'],
        ],
      )}`,
      truth: certification(f, 'CEN', 'Board of Certification for Emergency Nursing', { number }),
    }
  },
  'tncc-card': (f) => ({
    html: `<h3>Emergency Nurses Association</h3><h2>Trauma Nursing Core Course (TNCC) Provider</h2>${grid([
      ['Name', f.name],
      ['Date of Issue', spell.dayFirst(f.issued)],
      ['Expires', spell.dayFirst(f.expires)],
    ])}`,
    truth: certification(f, 'TNCC', 'Emergency Nurses Association'),
  }),
  'oncc-certificate': (f) => {
    const number = f.digits(9)
    return {
      html: `<div class=c><h2>Oncology Nursing Certification Corporation</h2><p>certifies that</p><h1>${f.name}, RN, OCN</h1><p>Oncology Certified Nurse</p><p>Certification No. ${number}</p><p>Initial certification and renewal on file. Issued: ${spell.iso(f.issued)} Expires: ${spell.iso(f.expires)}</p></div>`,
      truth: certification(f, 'OCN', 'Oncology Nursing Certification Corporation', { number }),
    }
  },
}
