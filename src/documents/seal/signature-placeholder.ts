import type { PDFDocument } from 'pdf-lib'

/** Hexadecimal digits that a seal may have, its certificates and a time stamp included. */
const signatureDigits = 48_000

/** Makes room for the seal in a document that is not saved yet: `at` is when it is sealed. */
export async function addSignaturePlaceholder(document: PDFDocument, at: Date, reason: string): Promise<void> {
  const [{ pdflibAddPlaceholder }, { SUBFILTER_ETSI_CADES_DETACHED }] = await Promise.all([
    import('@signpdf/placeholder-pdf-lib'),
    import('@signpdf/utils'),
  ])
  const pages = document.getPages()
  pdflibAddPlaceholder({
    // On the last page, of which it takes no room.
    pdfPage: pages[pages.length - 1],
    // These are written as they stand: no character that a PDF reads otherwise.
    reason,
    contactInfo: '',
    name: 'Kontor',
    location: '',
    appName: 'Kontor',
    signingTime: at,
    signatureLength: signatureDigits,
    subFilter: SUBFILTER_ETSI_CADES_DETACHED,
  } as never)
}
