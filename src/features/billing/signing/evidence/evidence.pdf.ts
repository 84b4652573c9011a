import { createHash } from 'node:crypto'
import { AFRelationship, PDFDocument } from 'pdf-lib'
import { pictureOf } from '#documents/image'
import { makeRoomForSeal } from '#documents/seal/placeholder'
import { faint, leading, margin, Sheet } from '#documents/sheet'
import { moment, texts } from './evidence.texts.ts'
import type { Evidence } from './evidence.ts'

/** The left edge of values. */
const valuesAt = 70

/** The document with its evidence page, and itself as it was signed attached; with room for the seal. */
export async function drawEvidence({ pdf, ...evidence }: Evidence & { pdf: Uint8Array }): Promise<Uint8Array> {
  const { language, title, seller, signer, typed, sentTo, steps, file } = evidence
  const words = texts[language]
  const signedAt = new Date(evidence.signedAt)
  const document = await PDFDocument.load(pdf, { updateMetadata: false })
  const { image: _, ...written } = evidence
  const sheet = await Sheet.append(
    document,
    { language, accentColor: evidence.accentColor, text: JSON.stringify([written, words, '…']) },
    (page) => page.line(`${words.title} · ${title}`, margin.left, 15, { size: 8, bold: true, color: faint }),
  )
  const signature = evidence.image === null ? Buffer.from(typed ?? '') : Buffer.from(evidence.image, 'base64')
  const form = typed === null ? 'drawn' : 'typed'

  sheet.single(words.title, margin.left, 28, { size: 16, bold: true, color: sheet.accentText }, 'H1')
  sheet.rule(margin.left, margin.right, 34, { thickness: 0.4, color: sheet.accent })
  sheet.y = 40
  sheet.paragraph(words.belongs(title, seller))
  sheet.y += 6
  await drawSignature(sheet, `${words.signature[form]} ${signer}`, form === 'drawn' ? signature : (typed ?? ''))
  sheet.y += 8

  heading(sheet, words.details)
  const { berlin, utc } = moment(signedAt, language)
  row(sheet, words.signer, [signer])
  row(sheet, words.form, [words.forms[form]])
  row(sheet, words.signedAt, [berlin, utc])
  row(sheet, words.sentTo, sentTo.length ? sentTo : [words.unknown])
  row(sheet, words.address, [evidence.address || words.unknown])
  row(sheet, words.userAgent, [evidence.userAgent || words.unknown])
  row(sheet, words.document, [evidence.documentSha256])
  row(sheet, words.image[form], [createHash('sha256').update(signature).digest('hex')])
  sheet.y += 6

  heading(sheet, words.course)
  for (const { name, at, note } of steps) {
    const when = moment(new Date(at), language)
    row(sheet, words.steps[name], [`${when.berlin} · ${when.utc}`, ...(note ? [note] : [])])
  }
  sheet.y += 6
  sheet.paragraph(words.attached(file), { size: 8, color: faint })

  sheet.finishStructure()
  await document.attach(pdf, file, {
    mimeType: 'application/pdf',
    description: title.replace(/[^\x20-\x7e]/g, '?'),
    creationDate: signedAt,
    modificationDate: signedAt,
    afRelationship: AFRelationship.Source,
  })
  await makeRoomForSeal(document, signedAt, 'Evidence of the signature')
  return document.save({ objectsPerTick: Number.POSITIVE_INFINITY })
}

function heading(sheet: Sheet, text: string) {
  sheet.need(20)
  sheet.single(text, margin.left, sheet.y + 4, { size: 11, bold: true, color: sheet.accentText })
  sheet.y += 9
}

/** A label, and what it stands for, each in a line of its own: none of them looks like two. */
function row(sheet: Sheet, label: string, values: readonly string[]) {
  const style = { size: 8.5 }
  const lines = values.flatMap((value) => sheet.wrap(value.replaceAll(/\s+/g, ' '), margin.right - valuesAt, style))
  sheet.need(Math.min(lines.length, 40) * leading + 1.5)
  sheet.within(sheet.part('P'), () => {
    sheet.line(label, margin.left, sheet.y + leading * 0.75, { ...style, color: faint })
    for (const line of lines) {
      sheet.need(leading)
      sheet.line(line, valuesAt, sheet.y + leading * 0.75, style)
      sheet.y += leading
    }
  })
  sheet.y += 1.5
}

/** What was drawn or typed, above a line. */
async function drawSignature(sheet: Sheet, alternative: string, signature: Buffer | string) {
  const box = { x: margin.left, y: sheet.y, width: 90, height: 30 }
  if (typeof signature !== 'string') {
    const picture = await pictureOf(signature)
    if (!picture) throw new Error('The signature is no picture.')
    sheet.within(sheet.part('Figure', null, { alternative }), () => sheet.picture(picture, box))
  } else {
    const widest = sheet.widthOf(signature, { size: 24 })
    const size = Math.max(8, Math.min(24, (24 * (margin.right - margin.left)) / Math.max(1, widest)))
    const lines = sheet.wrap(signature, margin.right - margin.left, { size })
    const above = box.y + box.height - 4
    sheet.within(sheet.part('P'), () => {
      for (const [index, line] of lines.entries())
        sheet.line(line, margin.left, above - (lines.length - 1 - index) * size * 0.45, { size })
    })
  }
  const right = typeof signature === 'string' ? margin.right : margin.left + 90
  sheet.rule(margin.left, right, box.y + box.height + 1, { thickness: 0.25 })
  sheet.y = box.y + box.height + 2
}
