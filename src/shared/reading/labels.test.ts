import { describe, expect, test } from 'vitest'
import { readPage } from '#testing/read-pages.ts'
import { cellsOf } from './cells.ts'
import type { LabelKind } from './label-wordings.ts'
import {
  endsName,
  isInSentence,
  isOpen,
  isOrdinaryWord,
  type Label,
  labelsIn,
  wrappedLabels,
} from './labels.ts'

const cellsIn = (...lines: string[]) => cellsOf([readPage(lines)])
const textOf = ({ cell, start, end }: Label) => cell.text.slice(start, end)
const described = (labels: readonly Label[]) =>
  labels.map((label) => `${label.kind}: ${textOf(label)}${label.isWeak ? '?' : ''}`)
const read = (line: string) => described(cellsIn(line).flatMap(labelsIn))
const labelIn = (line: string): Label => cellsIn(line).flatMap(labelsIn)[0] ?? expect.unreachable(line)

/** As cards and certificates print them, each of them a label as a whole. */
const wordings: Record<LabelKind, readonly string[]> = {
  title: [
    ...['Course Name', 'PROGRAM NAME', 'Name of Course', 'Name of the Activity', 'Webinar name'],
    ...['Course', 'Course Title', 'Educational Activity', 'Educational Activity Title', 'Session'],
    ...['Title', 'Title of Program', 'Title of Educational Activity', 'Entitled', 'titled', 'for attending'],
    ...[
      'completion of',
      'for completion of',
      'for the successful completion of',
      'for satisfactory completion of',
    ],
    ...[
      'completion of the',
      'completion of the requirements for',
      'completion of requirements of the course',
    ],
    ...['for successful completion of the program entitled', 'completion of the educational activity titled'],
    ...[
      'has completed',
      'successfully completed',
      'has successfully completed',
      'having satisfactorily completed',
    ],
    ...['has completed the', 'has completed the requirements for', 'has completed the course'],
    ...['has completed the following course', 'has completed the online nursing program called'],
    ...[
      'have completed the following continuing education activity',
      'has completed requirements for the class',
    ],
    ...['participated in', 'has participated in', 'has successfully participated in the live webinar'],
    ...['attended', 'have attended the program titled', 'successfully completing', 'completing the'],
  ],
  provider: [
    ...['Provider Name', 'Sponsor name', 'Organization Name', 'Name of Provider', 'Name of the Sponsor'],
    ...['Provider', 'CE Provider', 'Accredited Provider', 'Education Provider', 'Course provider'],
    ...['Provided by', 'Presented by', 'OFFERED BY', 'Sponsored by', 'Awarded by', 'Conducted by'],
    ...['Jointly provided by', 'Sponsor', 'Sponsoring Organization', 'Organization'],
  ],
  otherDate: [
    ...['Date of Birth', 'Birth Date', 'Birthdate', 'DOB', 'Born'],
    ...['Print', 'Printed', 'Printed on', 'Print Date', 'Reprinted on', 'As of', 'Copyright'],
    ...['Revised', 'Revision', 'Revision Date', 'Released', 'Release date', 'Last updated'],
    ...['Verified', 'Verified on', 'Verification date', 'Report Date', 'Registered on'],
    ...['Approval expires', 'Accreditation Expiration Date', 'Course expires on', 'Provider expiration'],
    ...['Approved through', 'Approval is valid until', 'Accredited until', 'Accreditation valid through'],
    ...['Original Issue Date', 'Original Issuance', 'Original licensure', 'Original license date'],
    ...['First issued', 'First Licensed', 'Initial License Date', 'Initial licensure'],
    ...['Purchased on', 'Purchase date'],
  ],
  expiresAt: [
    ...['Recommended Renewal', 'Recommended Renewal Date', 'Renew', 'Renew By', 'Renewal', 'Renewal Date'],
    ...['Renewal due', 'Renewal Due Date', 'Expires', 'Expired', 'Expiry', 'EXPIRATION', 'Expiration Date'],
    ...['Expires on', 'Expires at', 'Expiry date', 'Exp', 'Exp.', 'Exp Date', 'Exp. Date', 'Exp.Date', 'EXP'],
    ...['Valid through', 'Valid Thru', 'Valid until', 'Valid to', 'Good through', 'Good until'],
    ...['Current through', 'Not valid after', 'Void after', 'Through', 'Thru'],
    ...['Valid End', 'Valid End Date', 'End Date'],
  ],
  issuedAt: [
    ...[
      'Date Issued',
      'Date of Issue',
      'Date of Issuance',
      'Date issue',
      'Issued',
      'Issue Date',
      'Issued on',
    ],
    ...['Issuance', 'Issuance Date', 'Effective', 'Effective Date', 'Effective on', 'Date Effective'],
    ...['Date Certified', 'Date Licensed', 'Certified since', 'Certified on', 'Certified from', 'Valid from'],
    ...['Certification Date', 'License date', 'Start Date'],
  ],
  period: [
    ...['Certification Period', 'License period', 'Effective Period', 'Registration period'],
    ...['Valid', 'Validity', 'Valid period', 'Validity Period', 'Term', 'From'],
  ],
  completedAt: [
    ...[
      'Completion',
      'Completed',
      'Completed on',
      'Completion Date',
      'Course Completion Date',
      'Activity completed',
    ],
    ...['Program completion', 'Date Completed', 'Date of Completion', 'Date of course completion'],
    ...['Date activity completed', 'Date class completed'],
    ...['Date attended', 'Dates Attended', 'Date(s) attended', 'Date Earned', 'Date awarded'],
    ...['Date of Course', 'Dates of Attendance', 'Date(s) of Program', 'Date of award'],
    ...['Course Date', 'Course Dates', 'Activity Date(s)', 'Event date', 'Award date', 'Awarded date'],
    ...['Awarded on', 'Earned on', 'Held on', 'Presented on'],
  ],
  otherNumber: [
    ...['Instructor', 'Instructor Name', 'Instructor’s Name', "Instructor's ID", 'Instructor ID', 'Director'],
    ...['Instructor No', 'Supervisor number', 'Employer', 'Hospital', 'School Name', 'College #'],
    ...['Training Center', 'Training Center ID', 'Training Center Name', 'TC Info', 'TC', 'Training Site'],
    ...['Course Code', 'Course ID', 'Course Number', 'Activity #', 'Activity number', 'Course No'],
    ...['Order number', 'Member ID', 'Receipt #', 'Class ID', 'Session No', 'Phone', 'Phone number', 'Fax'],
  ],
  providerNumber: [
    ...['Provider #', 'Provider#', 'Provider Number', 'Provider ID', 'Provider Code', 'Provider No'],
    ...['Approved Provider Number', 'Accredited Provider #', 'Provider approval number'],
    ...['CE Broker Provider #', 'CE Broker #', 'CE Broker ID', 'CE Broker Provider Number'],
    ...['BRN Provider #', 'BRN Number', 'BRN#', 'BRN provider number'],
    ...['Approver number', 'Accreditation number', 'Approval number', 'Approval code', 'Approval #'],
  ],
  number: [
    ...[
      'License No',
      'License Number',
      'LICENSE #',
      'License#',
      'Licence number',
      'Lic #',
      'Lic. #',
      'Lic. No',
    ],
    ...['State License Number', 'License ID', 'License ID Number', 'License num', 'License nbr'],
    ...['eCard Code', 'e-Card code', 'Card number', 'Card ID', 'Certificate ID', 'Certificate Number'],
    ...['Certification #', 'Cert. No', 'Cert #', 'Credential ID', 'Registration Number', 'Reg. No'],
    ...['Candidate ID', 'Customer ID', 'Verification Code', 'ID Number', 'ID #', 'ID#'],
    ...['RN #', 'RN Number', 'LPN#', 'LVN No', 'APRN number', 'Number', 'No.'],
  ],
  holderName: [
    ...[
      'Participant',
      'Name of Participant',
      'Participant Name',
      'Participant’s Name',
      "Student's full name",
    ],
    ...[
      'Licensee',
      'Licensee Full Name',
      'Holder',
      'Card Holder',
      'Cardholder',
      'Cardholder name',
      'Learner',
    ],
    ...['Name', 'Full Name', 'Legal name', 'Name of licensee', 'Recipient’s name'],
    ...['This certifies that', 'This is to certify that', 'certifies that', 'hereby certifies that'],
    ...['hereby certifies', 'This hereby certifies that', 'Be it known that'],
    ...['Awarded to', 'is awarded to', 'is hereby granted to', 'hereby presented to', 'has been issued to'],
    ...['has been hereby awarded to', 'Presented to', 'Conferred on', 'Conferred upon'],
  ],
  approvedBy: [
    ...['Approved by', 'Accredited by', 'Approver', 'Approving body', 'Approving organization'],
    ...['Accreditation', 'Accreditation Statement', 'Accrediting body'],
  ],
  amount: [
    ...[
      'Contact Hours',
      'Contact Hour',
      'CE Hours',
      'CNE hours',
      'Credit Hours',
      'Clock hours',
      'NCPD Hours',
    ],
    ...['Total Contact Hours', 'Number of Contact Hours', 'Contact Hours Awarded', 'Contact hours earned'],
    ...['Total hours', 'Number of hours', 'Hours Awarded', 'Hours earned', 'Total hours awarded'],
    ...[
      'Credit',
      'Credits',
      'CE Credit',
      'CE credits',
      'CNE Credits earned',
      'Total Credits',
      'Credits awarded',
    ],
    ...['CEU', 'CEUs', 'CEUs Awarded', 'Number of CEUs', 'Total CEUs', 'Minutes'],
  ],
}

test.each(Object.entries(wordings).flatMap(([kind, all]) => all.map((wording) => [kind, wording])))(
  '%s is named by “%s”',
  (kind, wording) => {
    expect(read(`${wording}: x`)).toEqual([`${kind}: ${wording}`])
  },
)

test.each([
  ['CEP 15567', 'CEP'],
  ['CEP15567', 'CEP'],
  ['CEP #15567', 'CEP'],
  ['CEP: # 15567', 'CEP'],
  ['CEP No. 15567', 'CEP No'],
  ['CEP Number: 15567', 'CEP Number'],
])('the number of a provider in California follows “%s”', (line, label) => {
  expect(read(line)).toEqual([`providerNumber: ${label}`])
})

test.each([
  ...[
    'Coursework',
    'Renewable energy',
    'Username: rosa',
    'Nameplate',
    'Classified',
    'Valley Nurses',
    'Terms',
  ],
  ...[
    'Numbers',
    'No charge',
    'CEP approved',
    'CEP – 3 nurses',
    'Providers',
    'Hours of sleep',
    'Dateline',
    'Onset',
  ],
  ...['Thistle', 'Reborn', 'Nursing license', 'Certificate', 'Registered Nurse', 'Certified', 'Creditable'],
  ...['Expectant mothers', 'Experts'],
  ...['Fromage', 'Issues', 'Faxed', 'Throughout', 'Dedicated', 'Reentitled', 'Effectiveness', 'Approvers'],
  ...['Minutest', 'Organizational', 'Accreditations', 'Printer', 'Entitlement'],
])('“%s” names nothing', (line) => {
  expect(read(line)).toEqual([])
})

test.each([
  ['Issued 06/01/2025 Expires 05/31/2027', ['issuedAt: Issued', 'expiresAt: Expires']],
  ['Provider: Lakeside Course: Ethics', ['provider: Provider', 'title: Course']],
  ['Instructor ID: 12 Renew By: 06/2027', ['otherNumber: Instructor ID', 'expiresAt: Renew By']],
  ['Valid 06/01/2025 through 05/31/2027', ['period: Valid', 'expiresAt: through']],
  ['Date of completion of course: 3/1/2026', ['completedAt: Date of completion', 'title: course']],
  ['Date of completion: 3/1/2026', ['completedAt: Date of completion']],
  ['Course completion date', ['completedAt: Course completion date']],
  ['completed the course entitled', ['completedAt: completed', 'title: course', 'title: entitled']],
  ['License Effective Period', ['period: Effective Period']],
  ['Program Director Name', ['title: Program', 'otherNumber: Director Name']],
  ['Print Name: Rosa', ['otherDate: Print', 'holderName: Name']],
  ['Exp.Issued', ['expiresAt: Exp', 'issuedAt: Issued']],
  ['Date: 3/1/2026', ['completedAt: Date?']],
  ['Dated 3/1/2026', ['completedAt: Dated?']],
  ['on this 5th day of March', ['completedAt: on?', 'completedAt: this?']],
])('several in “%s”', (line, labels) => {
  expect(read(line)).toEqual(labels)
})

test('a label stands where its letters are', () => {
  expect(labelIn('Lakeside  Course  Date:')).toMatchObject({
    start: 0,
    end: 6,
    box: { x: 14 * 8, width: 6 * 8 },
  })
})

describe('an ordinary word', () => {
  test.each([
    'Course',
    'From the Field',
    'Number',
    'Renewal',
    'Renew',
    'Credit',
    'Credits',
    'Program Evaluation: II',
  ])('may be “%s”', (line) => {
    expect(isOrdinaryWord(labelIn(line))).toBe(true)
  })
  test.each([
    ...['Course: Ethics', 'Course : Ethics', 'Number 123456', 'Number = 12', 'Minutes (90)', 'Provider #12'],
    ...['Course title', 'Full name', 'Expires', 'Renew by', 'Credits awarded'],
  ])('is not “%s”', (line) => {
    expect(isOrdinaryWord(labelIn(line))).toBe(false)
  })
})

describe('a sentence', () => {
  test.each([
    'This certifies that',
    'is hereby granted to',
    'for completion of',
    'Be it known that Rosa',
    'attended',
  ])('goes on after “%s”', (line) => {
    expect(isInSentence(labelIn(line))).toBe(true)
  })
  test.each(['Title of Program', 'Name of licensee', 'Participant, known to', 'Course'])(
    'is none in “%s”',
    (line) => {
      expect(isInSentence(labelIn(line))).toBe(false)
    },
  )
})

describe('the last word of a name', () => {
  const last = (line: string) => endsName(cellsIn(line).flatMap(labelsIn).at(-1) ?? expect.unreachable(line))
  test.each(['Trauma Nursing Core Course', 'Núñez Program', 'Nurses’ Organization'])('is in “%s”', (line) => {
    expect(last(line)).toBe(true)
  })
  test.each([
    ...['Course', 'Name of Course', 'online course', 'Ethics and course', '2026 course', 'Annual Renewal'],
    ...[
      'Trauma Course Title',
      'Trauma Course in Ohio',
      'Trauma Course: Ohio',
      'Rosa Presented by',
      'OHIO Number',
    ],
  ])('is not in “%s”', (line) => {
    expect(last(line)).toBe(false)
  })
})

test.each([
  ['Name', true],
  ['Name:', true],
  ['Signature of participant (#): ____ * -', true],
  ['Name: Rosa', false],
  ['Name:Rosa', false],
  ['Name, as printed', false],
])('nothing follows the label in “%s”: %s', (line, isEmpty) => {
  expect(isOpen(labelIn(line))).toBe(isEmpty)
})

test.each([
  [['Expiration', 'Date'], ['expiresAt: Expiration Date']],
  [['License', 'Number:'], ['number: License Number']],
  [['Course Contact', 'Hours Credit'], ['amount: Contact Hours']],
  [['Name', 'Issued'], []],
  [['Rosa Delgado', 'Date Issued'], []],
  [['Date Issued', '03/14/2026'], []],
])('over two lines, %j has %j', (lines, labels) => {
  expect(described(wrappedLabels(cellsOf([readPage(lines)].map(narrow))))).toEqual(labels)
})

/** Lines as close to each other as those of one paragraph. */
function narrow(page: ReturnType<typeof readPage>) {
  return {
    ...page,
    words: page.words.map((word) => ({ ...word, box: { ...word.box, y: word.box.y * 0.8 } })),
  }
}
