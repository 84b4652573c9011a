import type { Mail } from '#core/mail/transport'

/** A valid mail with all awkward content. */
export const sample = (changes: Partial<Mail> = {}): Mail => ({
  messageId: '6f1c0d0e-0b4e-4f0e-9d55-2f1f8f2b7a11',
  from: { name: 'Müller, Söhne & "Partner" GmbH', address: 'rechnung@kontor.example' },
  replyTo: 'buero@mueller.example',
  to: ['anna@client.example', 'bert@client.example'],
  cc: ['buchhaltung@client.example'],
  subject: 'Rechnung RE-2026-0042 über 1.190,00 € – Müller & Söhne, für Leistungen im Oktober und November 2026',
  text: 'Guten Tag,\n\nanbei Ihre Rechnung über 1.190,00 €.\n.\n..\nFrom uns.\n',
  html: '<!doctype html><html lang="de"><body><p>Guten Tag, anbei Ihre Rechnung über 1.190,00 €.</p></body></html>',
  attachments: [
    { filename: 'Rechnung_Ä_RE-2026-0042.pdf', contentType: 'application/pdf', content: bytes },
    { filename: 'factur-x.xml', contentType: 'application/xml', content: Buffer.from('<ä/>') },
  ],
  ...changes,
})

/** All byte values. */
export const bytes = Uint8Array.from({ length: 100_000 }, (_, index) => (index * 7) % 256)

/** Texts that could inject a header, body or recipient. */
export const injections = [
  'Hello\r\nBcc: evil@evil.example',
  'Hello\nBcc: evil@evil.example',
  'Hello\rBcc: evil@evil.example',
  'Hello\r\n\r\n<p>another body</p>',
  'Hello\u2028Bcc: evil@evil.example',
  'Hello\u0000\u000bBcc: evil@evil.example',
  'Hello\u0085Bcc: evil@evil.example',
]

export const wrongAddresses = [
  'anna@client.example\r\nBcc: evil@evil.example',
  'anna@client.example\nRCPT TO:<evil@evil.example>',
  'anna@client.example, evil@evil.example',
  'anna@client.example;evil@evil.example',
  'Anna <anna@client.example>',
  '<anna@client.example>',
  '"anna evil"@client.example',
  'anna@client.example> SIZE=1',
  'anna@client.example\u0000',
  'anna',
  '@client.example',
  'anna@',
  'anna@@client.example',
  '',
  `${'a'.repeat(250)}@client.example`,
]
