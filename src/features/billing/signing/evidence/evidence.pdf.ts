import { createHash } from 'node:crypto'
import { AFRelationship, PDFDocument } from 'pdf-lib'
import { decodeImage } from '#documents/image'
import { lineSpacing, mutedColor, PdfCanvas, pageMargins } from '#documents/pdf-canvas'
import { addSignaturePlaceholder } from '#documents/seal/signature-placeholder'
import { evidenceTexts, formatTimestamps } from './evidence.texts.ts'
import type { Evidence } from './evidence.ts'

/** Left edge of the values. */
const valueColumnX = 70

/** Appends the evidence page, attaches the signed document, and leaves space for the seal. */
export async function renderEvidencePdf({ pdf, ...evidence }: Evidence & { pdf: Uint8Array }): Promise<Uint8Array> {
  const { language, title, seller, signer, typed, sentTo, steps, file } = evidence
  const words = evidenceTexts[language]
  const signedAt = new Date(evidence.signedAt)
  const document = await PDFDocument.load(pdf, { updateMetadata: false })
  const { image: _, ...written } = evidence
  const canvas = await PdfCanvas.append(
    document,
    { language, accentColor: evidence.accentColor, text: JSON.stringify([written, words, '…']) },
    (page) =>
      page.drawText(`${words.title} · ${title}`, pageMargins.left, 15, { size: 8, bold: true, color: mutedColor }),
  )
  const signature = evidence.image === null ? Buffer.from(typed ?? '') : Buffer.from(evidence.image, 'base64')
  const form = typed === null ? 'drawn' : 'typed'

  canvas.drawTextElement(words.title, pageMargins.left, 28, { size: 16, bold: true, color: canvas.accentText }, 'H1')
  canvas.drawRule(pageMargins.left, pageMargins.right, 34, { thickness: 0.4, color: canvas.accent })
  canvas.y = 40
  canvas.drawParagraph(words.belongs(title, seller))
  canvas.y += 6
  await drawSignature(canvas, `${words.signature[form]} ${signer}`, form === 'drawn' ? signature : (typed ?? ''))
  canvas.y += 8

  heading(canvas, words.details)
  const { berlin, utc } = formatTimestamps(signedAt, language)
  row(canvas, words.signer, [signer])
  row(canvas, words.form, [words.forms[form]])
  row(canvas, words.signedAt, [berlin, utc])
  row(canvas, words.sentTo, sentTo.length ? sentTo : [words.unknown])
  row(canvas, words.address, [evidence.address || words.unknown])
  row(canvas, words.userAgent, [evidence.userAgent || words.unknown])
  row(canvas, words.document, [evidence.documentSha256])
  row(canvas, words.image[form], [createHash('sha256').update(signature).digest('hex')])
  canvas.y += 6

  heading(canvas, words.course)
  for (const { name, at, note } of steps) {
    const when = formatTimestamps(new Date(at), language)
    row(canvas, words.steps[name], [`${when.berlin} · ${when.utc}`, ...(note ? [note] : [])])
  }
  canvas.y += 6
  canvas.drawParagraph(words.attached(file), { size: 8, color: mutedColor })

  canvas.writeStructureTree()
  await document.attach(pdf, file, {
    mimeType: 'application/pdf',
    description: title.replace(/[^\x20-\x7e]/g, '?'),
    creationDate: signedAt,
    modificationDate: signedAt,
    afRelationship: AFRelationship.Source,
  })
  await addSignaturePlaceholder(document, signedAt, 'Evidence of the signature')
  return document.save({ objectsPerTick: Number.POSITIVE_INFINITY })
}

function heading(canvas: PdfCanvas, text: string) {
  canvas.ensureSpace(20)
  canvas.drawTextElement(text, pageMargins.left, canvas.y + 4, { size: 11, bold: true, color: canvas.accentText })
  canvas.y += 9
}

/** A label with each value on its own line, so that one value cannot look like two. */
function row(canvas: PdfCanvas, label: string, values: readonly string[]) {
  const style = { size: 8.5 }
  const lines = values.flatMap((value) =>
    canvas.wrapText(value.replaceAll(/\s+/g, ' '), pageMargins.right - valueColumnX, style),
  )
  canvas.ensureSpace(Math.min(lines.length, 40) * lineSpacing + 1.5)
  canvas.drawInto(canvas.addElement('P'), () => {
    canvas.drawText(label, pageMargins.left, canvas.y + lineSpacing * 0.75, { ...style, color: mutedColor })
    for (const line of lines) {
      canvas.ensureSpace(lineSpacing)
      canvas.drawText(line, valueColumnX, canvas.y + lineSpacing * 0.75, style)
      canvas.y += lineSpacing
    }
  })
  canvas.y += 1.5
}

async function drawSignature(canvas: PdfCanvas, alternative: string, signature: Buffer | string) {
  const box = { x: pageMargins.left, y: canvas.y, width: 90, height: 30 }
  if (typeof signature !== 'string') {
    const picture = await decodeImage(signature)
    if (!picture) throw new Error('The signature is no picture.')
    canvas.drawInto(canvas.addElement('Figure', null, { alternative }), () => canvas.drawImage(picture, box))
  } else {
    const widest = canvas.measureText(signature, { size: 24 })
    const size = Math.max(8, Math.min(24, (24 * (pageMargins.right - pageMargins.left)) / Math.max(1, widest)))
    const lines = canvas.wrapText(signature, pageMargins.right - pageMargins.left, { size })
    const above = box.y + box.height - 4
    canvas.drawInto(canvas.addElement('P'), () => {
      for (const [index, line] of lines.entries())
        canvas.drawText(line, pageMargins.left, above - (lines.length - 1 - index) * size * 0.45, { size })
    })
  }
  const right = typeof signature === 'string' ? pageMargins.right : pageMargins.left + 90
  canvas.drawRule(pageMargins.left, right, box.y + box.height + 1, { thickness: 0.25 })
  canvas.y = box.y + box.height + 2
}
