import { decodePng } from '#documents/png'
import { renderEvidencePdf as draw } from './evidence.pdf.ts'
import { signatureImageLimits } from './signature.limits.ts'

/** Run in threads. */

export const renderEvidence = (evidence: Parameters<typeof draw>[0]): Promise<Uint8Array> => draw(evidence)

/** Null if the drawn signature is valid. */
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
  // A single color means that nothing was drawn.
  return isAlike(colours, 3) && (!opacity || isAlike(opacity, 1)) ? 'empty' : null
}
