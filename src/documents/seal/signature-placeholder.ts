import type { PDFDocument } from 'pdf-lib'

/** Hexadecimal digits reserved for the signature with its certificates and a time stamp. */
const signatureDigits = 48_000

/** Reserves space for the signature in an unsaved document; `at` is the signing time. */
export async function addSignaturePlaceholder(document: PDFDocument, at: Date, reason: string): Promise<void> {
  const [{ pdflibAddPlaceholder }, { SUBFILTER_ETSI_CADES_DETACHED }] = await Promise.all([
    import('@signpdf/placeholder-pdf-lib'),
    import('@signpdf/utils'),
  ])
  const pages = document.getPages()
  pdflibAddPlaceholder({
    // An invisible field on the last page.
    pdfPage: pages[pages.length - 1],
    // Written unescaped: only characters without a meaning in PDF strings.
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
