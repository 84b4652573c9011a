import { createHash } from 'node:crypto'
import { invalidField } from '#core/errors/problem'
import type { Context } from '#core/operation/context'
import { containsAddressText } from '#core/schema/checks'
import { cleanText, hasVisibleText, isOneLine } from '#core/text/characters'
import { containsWebAddress } from '#core/text/web-address'
import { TaskStopped, threadModule } from '#core/threads/threads'
import { findUnprintable, unprintableMessage } from '#documents/font-runs'
import { maxSignerNameLength, pngDataUrlPrefix, signatureImageLimits } from './evidence/signature.limits.ts'

export type Signature = { typed: string; image: null } | { typed: null; image: Buffer }

export const evidenceRenderer = threadModule<typeof import('./evidence/render.ts')>(
  import.meta.url,
  './evidence/render',
)

const base64 = /^[A-Za-z0-9+/]+={0,2}$/

/** Parses the data URL of a PNG, or text; throws 422 if it is neither, empty, or unprintable. */
export async function parseSignature(context: Context, given: string): Promise<Signature> {
  if (!given.startsWith('data:')) return { typed: parseTyped(given), image: null }
  const data = given.startsWith(pngDataUrlPrefix) ? given.slice(pngDataUrlPrefix.length) : ''
  if (!base64.test(data)) throw invalidField('signature', signatureErrors.form)
  const image = Buffer.from(data, 'base64')
  const key = `signature ${createHash('sha256').update(image).digest('hex')}`
  const fault = await context.prepareOutside(key, ({ threads }) =>
    threads.run(context.taskOwner, evidenceRenderer, 'findSignatureImageFault', image).catch((error) => {
      if (error instanceof TaskStopped) return 'unreadable' as const
      throw error
    }),
  )
  if (fault) throw invalidField('signature', signatureErrors[fault])
  return { typed: null, image }
}

function parseTyped(given: string): string {
  const text = cleanText(given).trim()
  if (!hasVisibleText(text)) throw invalidField('signature', signatureErrors.blank)
  if (text.length > maxSignerNameLength || !isOneLine(text)) throw invalidField('signature', signatureErrors.tooLong)
  if (containsWebAddress(text)) throw invalidField('signature', containsAddressText)
  const strange = findUnprintable(text)
  if (strange) throw invalidField('signature', unprintableMessage(strange))
  return text
}

const signatureErrors = {
  form: {
    de: 'muss ein PNG als data-URL oder getippter Text sein',
    en: 'must be a PNG as a data URL, or typed text',
  },
  unreadable: {
    de: `ist kein lesbares PNG von höchstens ${signatureImageLimits.pixels / 1e6} Megapixeln und ${signatureImageLimits.side} Pixeln je Seite`,
    en: `is not a readable PNG of at most ${signatureImageLimits.pixels / 1e6} megapixels and ${signatureImageLimits.side} pixels a side`,
  },
  empty: { de: 'ist leer: Es ist nichts gezeichnet', en: 'is empty: nothing is drawn' },
  blank: { de: 'darf nicht leer sein', en: 'must not be empty' },
  tooLong: {
    de: `darf getippt nur eine Zeile von ${maxSignerNameLength} Zeichen sein`,
    en: `must be one line of at most ${maxSignerNameLength} characters where it is typed`,
  },
}
