import { renderPreviews } from '#features/content/previews/render-previews'

/** The PDF must be one that Kontor rendered. */
export async function renderFirstPageAsWebp(pdf: Uint8Array): Promise<Uint8Array> {
  const pictures = await renderPreviews(Buffer.from(pdf), 'application/pdf')
  if (!pictures) throw new Error('A PDF of ours cannot be read.')
  const packed = Buffer.from(pictures)
  return Uint8Array.from(packed.subarray(4 + packed.readUInt32BE()))
}
