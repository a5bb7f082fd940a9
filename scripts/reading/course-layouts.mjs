// Certificates of twelve invented providers, and two transcripts.
import { spell } from './facts.mjs'

const rows = (pairs) =>
  `<table>${pairs.map(([a, b]) => `<tr><td class=l>${a}</td><td>${b}</td></tr>`).join('')}</table>`
const grid = (pairs) =>
  `<div class=grid>${pairs.map(([a, b]) => `<div><div class=l>${a}</div><div class=v>${b}</div></div>`).join('')}</div>`
const under = (pairs) =>
  `<div class=grid>${pairs.map(([a, b]) => `<div class=c><div class=v>${a}</div><div class="l line">${b}</div></div>`).join('')}</div>`
const course = (f, provider, more = {}) => ({
  kind: 'ce_certificate',
  holderName: f.name,
  title: f.title,
  provider,
  amount: f.amount,
  unit: 'contact_hour',
  completedAt: f.completed,
  ...more,
})
const ANCC = 'American Nurses Credentialing Center'
const BRN = 'California Board of Registered Nursing'

export const courseLayouts = {
  'ce-lakeside': (f) => {
    const cep = f.digits(5)
    return {
      html: `<div class=c><h1>Certificate of Completion</h1><p>This certifies that</p><h2>${f.name}</h2><p>has successfully completed</p><h2>${f.title}</h2><p>on ${spell.long(f.completed)}</p><p>Contact Hours: ${f.amount}</p></div><p>Provider: Lakeside Nursing Education</p><p>Provider approved by the California Board of Registered Nursing, Provider Number CEP ${cep}, for ${f.amount} contact hours.</p>`,
      truth: course(f, 'Lakeside Nursing Education', { approvedBy: BRN, providerNumber: `CEP ${cep}` }),
    }
  },
  'ce-harbor': (f) => ({
    html: `<h2>Harbor Learning Institute</h2><h3>Certificate of Attendance</h3>${rows([
      ['Participant:', f.name],
      ['Course Title:', f.title],
      ['Date of Completion:', spell.slashes(f.completed)],
      ['Contact Hours Awarded:', f.amount],
    ])}<p>Harbor Learning Institute is accredited as a provider of nursing continuing professional development by the American Nurses Credentialing Center’s Commission on Accreditation.</p>`,
    truth: course(f, 'Harbor Learning Institute', { approvedBy: ANCC }),
  }),
  'ce-midwest': (f) => {
    const number = `50-${f.digits(5)}`
    return {
      html: `<h2>Midwest Nurse Academy</h2><p>Awarded to</p><h2>${f.name}, RN, BSN</h2>${grid([
        ['Activity Title', f.title],
        ['Date Completed', spell.shortSlashes(f.completed)],
        ['Contact Hours', `${f.amount} contact hours`],
      ])}<p>Presented by: Midwest Nurse Academy</p><p>CE Broker Provider # ${number}</p><p>This nursing continuing professional development activity was approved by the Ohio Nurses Association, an accredited approver by the American Nurses Credentialing Center’s Commission on Accreditation.</p><p>Approval expires ${spell.slashes('2027-12-31')}</p>`,
      truth: course(f, 'Midwest Nurse Academy', {
        approvedBy: 'Ohio Nurses Association',
        providerNumber: number,
      }),
    }
  },
  'ce-summit': (f) => ({
    html: `<div class=c><h1>Summit CE</h1><p>is pleased to certify that</p><h2>${f.name}</h2><p>has completed the course entitled</p><h2>“${f.title}”</h2><p>and is awarded ${f.amount} contact hours on this ${spell.spoken(f.completed)}</p></div><p>Summit CE is an approved provider of continuing education by the Florida Board of Nursing.</p>`,
    truth: course(f, 'Summit CE', { approvedBy: 'Florida Board of Nursing' }),
  }),
  'ce-ceus': (f) => {
    const ceus = String(Math.round(Number(f.amount) * 10) / 100)
    return {
      html: `<h2>Continuing Education Certificate</h2>${rows([
        ['Name', f.name],
        ['Program Title', f.title],
        ['Completion Date', spell.dashes(f.completed)],
        ['CEUs:', ceus],
        ['Provider', 'Prairie State College of Nursing'],
      ])}<p>Accredited by the International Association for Continuing Education and Training (IACET).</p>`,
      truth: course(f, 'Prairie State College of Nursing', {
        amount: ceus,
        unit: 'ceu',
        approvedBy: 'International Association for Continuing Education and Training',
      }),
    }
  },
  'ce-hospital': (f) => ({
    html: `<h2>St. Brigid Medical Center</h2><p>Department of Nursing Education</p><h2>Certificate of Attendance</h2>${under(
      [
        [f.name, 'Participant Name'],
        [f.title, 'Course'],
      ],
    )}${under([
      [spell.slashes(f.completed), 'Date of Course'],
      [`${f.amount} contact hours`, 'Credit'],
    ])}<p>Sponsored by: St. Brigid Medical Center</p>`,
    truth: course(f, 'St. Brigid Medical Center'),
  }),
  'ce-cme': (f) => ({
    html: `<div class=c><h2>Northfield Medical Education</h2><p>certifies that</p><h2>${f.name}, FNP</h2><p>participated in the educational activity titled</p><h2>${f.title}</h2><p>${spell.long(f.completed)}</p><p>and is awarded ${f.amount} AMA PRA Category 1 Credits™</p></div><p>Northfield Medical Education is accredited by the Accreditation Council for Continuing Medical Education (ACCME) to provide continuing medical education.</p>`,
    truth: course(f, 'Northfield Medical Education', {
      unit: 'cme_credit',
      approvedBy: 'Accreditation Council for Continuing Medical Education',
    }),
  }),
  'ce-webinar': (f) => {
    const number = `15${f.digits(3)}`
    return {
      html: `<h3>Webinar Certificate</h3><p>Attendee: ${f.name}</p><p>Webinar/Activity: ${f.title}</p><p>Date attended: ${spell.short(f.completed)}</p><p>Total Credits: ${f.amount} CNE contact hours</p><p>Offered by: Blue Ridge Nurse Network</p><p>Course ID: ${f.digits(6)}</p><p>Purchased on ${spell.slashes(f.other)}</p><p>Provider approved by the California Board of Registered Nursing, Provider #${number}</p>`,
      truth: course(f, 'Blue Ridge Nurse Network', { approvedBy: BRN, providerNumber: number }),
    }
  },
  'ce-landscape': (f) => {
    const number = f.digits(6)
    return {
      html: `<div class=c><h1>Certificate of Successful Completion</h1><p>is hereby granted to</p><h1>${f.name}</h1><p>for completion of</p><h2>${f.title}</h2></div>${under(
        [
          [spell.long(f.completed), 'Completion Date'],
          [f.amount, 'Contact Hours'],
          [`License # RN${f.digits(6)}`, 'Nurse License'],
        ],
      )}<p>Provider Name: Cascade Continuing Education</p><p>Provider Number: ${number}</p><p>Approved by: Washington State Nurses Association</p>`,
      truth: course(f, 'Cascade Continuing Education', {
        providerNumber: number,
        approvedBy: 'Washington State Nurses Association',
      }),
    }
  },
  'ce-minutes': (f) => ({
    html: `<h2>In-service record</h2>${rows([
      ['Employee name', f.name],
      ['Class title', f.title],
      ['Class date', spell.slashes(f.completed)],
      ['Duration', '90 minutes'],
    ])}<p>Provided by: Riverbend Home Health</p><p>Continuing education in-service</p>`,
    truth: course(f, 'Riverbend Home Health', { amount: '90', unit: 'minute' }),
  }),
  'ce-pharmacology': (f) => ({
    html: `<h2>Evergreen APRN Seminars</h2><h3>Statement of Credit</h3><p>This is to certify that ${f.name}</p><p>successfully completed the course ${f.title}</p><p>Completed: ${spell.long(f.completed)}</p><p>Total contact hours: ${f.amount} (of which 0.5 pharmacotherapeutic hours)</p><p>Evergreen APRN Seminars is accredited as a provider by the American Nurses Credentialing Center.</p><p>Release date: ${spell.long(f.other)}. Expiration date of activity: see website.</p>`,
    truth: course(f, 'Evergreen APRN Seminars', { approvedBy: ANCC }),
  }),
  'ce-conference': (f) => ({
    html: `<div class=c><h2>Desert Nurses Conference</h2><p>Certificate of Attendance</p><h2>${f.name}</h2><p>has attended</p><h2>${f.title}</h2><p>Dates of attendance: ${spell.slashes(f.other)} - ${spell.slashes(f.completed)}</p><p>${f.amount} contact hours awarded</p></div><p>Provided by Desert Nurses Conference</p>`,
    truth: course(f, 'Desert Nurses Conference'),
  }),
  'transcript-college': (f) => ({
    html: transcript(f, 'Continuing Education Transcript', spell.slashes),
    truth: { kind: 'ce_transcript', holderName: f.name },
  }),
  'transcript-hospital': (f) => ({
    html: transcript(f, 'Education History', spell.short),
    truth: { kind: 'ce_transcript', holderName: f.name },
  }),
}

function transcript(f, title, how) {
  const lines = ['Sepsis Update', 'Fall Prevention', 'Stroke Care', 'Medication Safety', 'Ethics'].map(
    (name) =>
      `<tr><td>${name}</td><td>${how(f.date(2024, 2025))}</td><td>${f.random.between(1, 6)}.0</td></tr>`,
  )
  return `<h2>${title}</h2><p>Name: ${f.name}</p><p>Printed on ${how('2026-11-02')}</p><table class=wide><tr><th>Course</th><th>Completed</th><th>Contact hours</th></tr>${lines.join('')}</table>`
}
