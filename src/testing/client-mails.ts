import { createTransport } from 'nodemailer'
import { aPdf, aPhoto } from './documents.ts'

const base64 = (bytes: Buffer) => bytes.toString('base64').replace(/.{76}/g, '$&\r\n')
const lines = (...all: string[]) => all.join('\r\n')

export type Addressed = { from: string; to: string; id?: string; extra?: string[] }

function head({ from, to, id = `${from}-1`, extra = [] }: Addressed, ...more: string[]): string {
  return lines(
    `From: Ann Nurse <${from}>`,
    `To: <${to}>`,
    'Subject: Fwd: Your certificate',
    'Date: Tue, 10 Mar 2026 09:00:00 -0600',
    `Message-ID: <${id}>`,
    'MIME-Version: 1.0',
    ...extra,
    ...more,
  )
}

/** A mail with these parts, each with its own headers. */
export function mailOf(mail: Addressed, ...parts: string[]): string {
  return lines(
    head(mail, 'Content-Type: multipart/mixed; boundary="outer"'),
    '',
    ...parts.flatMap((part) => ['--outer', part]),
    '--outer--',
    '',
  )
}

export const attachment = (name: string, bytes: Buffer, type = 'application/pdf') =>
  lines(
    `Content-Type: ${type}; name="${name}"`,
    `Content-Disposition: attachment; filename="${name}"`,
    'Content-Transfer-Encoding: base64',
    '',
    base64(bytes),
  )

const text = lines(
  'Content-Type: text/plain; charset="UTF-8"',
  '',
  '---------- Forwarded message ---------',
  '',
)

const logo = lines(
  'Content-Type: image/png; name="image001.png"',
  'Content-Disposition: inline; filename="image001.png"',
  'Content-ID: <image001.png@01D>',
  'Content-Transfer-Encoding: base64',
  '',
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
)

/** How the large clients send a document, and the names that its owner expects. */
export async function clientMails(
  mail: Addressed,
): Promise<Record<string, { raw: string; names: string[] }>> {
  const photo = await aPhoto({ width: 2000, height: 1500 })
  const forwarded = (from: string) =>
    lines(
      `From: Heartsaver <${from}>`,
      'To: ann@nurses.example',
      'Subject: Your certificate',
      'Message-ID: <inner@school.example>',
      'MIME-Version: 1.0',
      'Content-Type: multipart/mixed; boundary="inner"',
      '',
      '--inner',
      text,
      '--inner',
      attachment('certificate.pdf', aPdf(1500)),
      '--inner--',
      '',
    )
  return {
    'Gmail, forwarded inline': {
      raw: mailOf(
        mail,
        lines(
          'Content-Type: multipart/alternative; boundary="alt"',
          '',
          '--alt',
          text,
          '--alt',
          lines('Content-Type: text/html; charset="UTF-8"', '', '<div dir="ltr">See attached</div>'),
          '--alt--',
        ),
        lines(
          'Content-Type: application/pdf; name="BLS card.pdf"',
          'Content-Disposition: attachment; filename="BLS card.pdf"',
          'Content-Transfer-Encoding: base64',
          'X-Attachment-Id: f_m1abcd',
          'Content-ID: <f_m1abcd>',
          '',
          base64(aPdf(1000)),
        ),
      ),
      names: ['BLS card.pdf'],
    },
    'Outlook, forwarded as an attachment, with a logo': {
      raw: mailOf(
        mail,
        lines(
          'Content-Type: multipart/related; boundary="rel"; type="text/html"',
          '',
          '--rel',
          lines(
            'Content-Type: text/html; charset="us-ascii"',
            'Content-Transfer-Encoding: quoted-printable',
            '',
            '<img src=3D"cid:image001.png@01D">',
          ),
          '--rel',
          logo,
          '--rel--',
        ),
        lines(
          'Content-Type: message/rfc822',
          'Content-Disposition: attachment; creation-date="Tue, 10 Mar 2026 15:00:00 GMT"',
          '',
          forwarded('school@heart.example'),
        ),
      ),
      names: ['certificate.pdf'],
    },
    'Apple Mail, with a photo in the text': {
      raw: mailOf(
        mail,
        lines('Content-Type: text/plain; charset=us-ascii', 'Content-Transfer-Encoding: 7bit', '', ''),
        lines(
          'Content-Disposition: inline;',
          '\tfilename=IMG_0412.jpeg',
          'Content-Type: image/jpeg;',
          '\tname=IMG_0412.jpeg;',
          '\tx-apple-part-url=1',
          'Content-Transfer-Encoding: base64',
          '',
          base64(photo),
        ),
        lines('Content-Type: text/plain; charset=us-ascii', '', '', 'Sent from my iPhone'),
      ),
      names: ['IMG_0412.jpeg'],
    },
    'Yahoo, with a long name in parts': {
      raw: mailOf(
        mail,
        lines(
          'Content-Type: text/html; charset=UTF-8',
          'Content-Transfer-Encoding: quoted-printable',
          '',
          '<p>Here it is =E2=80=93 thanks</p>',
        ),
        lines(
          'Content-Type: application/pdf',
          "Content-Disposition: attachment; filename*0*=UTF-8''Certificaci%C3%B3n%20de%20soporte;",
          ' filename*1*=%20vital%20b%C3%A1sico.pdf',
          'Content-Transfer-Encoding: base64',
          '',
          base64(aPdf(1100)),
        ),
      ),
      names: ['Certificación de soporte vital básico.pdf'],
    },
    'Samsung Email, with an encoded name': {
      raw: mailOf(
        mail,
        text,
        lines(
          'Content-Type: image/jpeg; name="=?UTF-8?B?TGljZW5jaWEgZnJlbnRlLmpwZw==?="',
          'Content-Disposition: attachment; filename="=?UTF-8?B?TGljZW5jaWEgZnJlbnRlLmpwZw==?="',
          'Content-Transfer-Encoding: base64',
          '',
          base64(photo),
        ),
      ),
      names: ['Licencia frente.jpg'],
    },
    'Thunderbird, forwarded in the text and attached': {
      raw: mailOf(
        mail,
        lines(
          'Content-Type: text/plain; charset=UTF-8; format=flowed',
          'Content-Transfer-Encoding: 8bit',
          '',
          '-------- Forwarded Message --------',
        ),
        lines('Content-Type: message/rfc822; name="Your certificate.eml"', '', forwarded('a@heart.example')),
        lines(
          'Content-Type: application/pdf; name="=?UTF-8?Q?ACLS_f=C3=BCr_2026=2Epdf?="',
          "Content-Disposition: attachment; filename*=UTF-8''ACLS%20f%C3%BCr%202026.pdf",
          'Content-Transfer-Encoding: base64',
          '',
          base64(aPdf(1200)),
        ),
      ),
      names: ['certificate.pdf', 'ACLS für 2026.pdf'],
    },
  }
}

/** Sends it through SMTP, like a mail server. Rejects with the answer of a server that refuses it. */
export async function sendRaw(
  port: number,
  raw: string,
  envelope: { from: string; to: string },
): Promise<void> {
  const transport = createTransport({ host: '127.0.0.1', port, ignoreTLS: true })
  try {
    await transport.sendMail({ envelope, raw })
  } finally {
    transport.close()
  }
}
