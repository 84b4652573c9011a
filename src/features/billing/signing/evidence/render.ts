import { decodePng } from '#documents/png'
import { signatureImageLimits } from '../signature.limits.ts'

import { renderEvidencePdf as draw } from './evidence.pdf.ts'

/** What the threads run. */

/** A document with its evidence page, and with room for the seal. */
export const renderEvidence = (evidence: Parameters<typeof draw>[0]): Promise<Uint8Array> => draw(evidence)

/** What is wrong with a drawn signature; null where it is one. */
export function findSignatureImageFault(bytes: Uint8Array): 'unreadable' | 'empty' | null {
  let pixels: ReturnType<typeof decodePng>
  try {
    pixels = decodePng(Buffer.from(bytes), signatureImageLimits)
  } catch {
    return 'unreadable'
  }
  if (!pixels) return 'unreadable'
  const { colours, opacity } = pixels
  const isAlike = (values: Uint8Array, size: number) => values.every((value, index) => value === values[index % size])
  // Where all of it is of one colour, nobody has drawn anything.
  return isAlike(colours, 3) && (!opacity || isAlike(opacity, 1)) ? 'empty' : null
}
