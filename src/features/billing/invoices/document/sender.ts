import { directorsLabel } from '#core/text/company-details'
import { countryName } from '#core/text/countries'
import { decodeImage } from '#documents/image'
import type { Sender } from '#documents/letter-layout'
import type { InvoiceDocument } from './invoice.document.ts'
import { invoiceTexts } from './invoice.texts.ts'

/** Letterhead and footer with the statements of § 14 UStG and § 35a GmbHG. */
export async function buildSender({
  seller,
  language,
  logo,
}: Pick<InvoiceDocument, 'seller' | 'language' | 'logo'>): Promise<Sender> {
  const t = invoiceTexts[language]
  const labelled = (label: string, value: string | null) => (value ? `${label} ${value}` : null)
  const columns = [
    [
      seller.legalName,
      seller.street,
      [seller.postalCode, seller.city].filter(Boolean).join(' '),
      countryName(seller.country, language),
    ],
    [seller.phone, seller.email, seller.website],
    [
      [seller.registerCourt, seller.registerNumber].filter(Boolean).join(', '),
      labelled(directorsLabel[language], seller.managingDirectors),
      labelled(t.vatId, seller.vatId),
      labelled(t.taxNumber, seller.taxNumber),
    ],
    [seller.bankName, labelled('IBAN', seller.iban && formatIban(seller.iban)), labelled('BIC', seller.bic)],
  ]
  return {
    name: seller.legalName ?? '',
    street: seller.street,
    postalCode: seller.postalCode,
    city: seller.city,
    logo: logo ? await decodeImage(logo) : null,
    footer: columns
      .map((lines) => lines.filter((line): line is string => Boolean(line)))
      .filter(({ length }) => length > 0),
  }
}

/** Groups of four (ISO 13616), joined by no-break spaces. */
export const formatIban = (iban: string) => iban.replaceAll(' ', '').replace(/(.{4})(?=.)/g, '$1\u00a0')
