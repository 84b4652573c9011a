import sql, { type Sql } from 'sql-template-tag'
import { type Select, select } from '#core/database/select'
import { andDuringDays } from '#core/schema/list'
import type { Bilingual } from '#core/text/language'
import type { Period } from './bookkeeping-settings.ts'
import { clientOrLastBuyerColumn, joinLastBuyer } from './erased-client.ts'
import { rowsPerPage } from './read-pages.ts'

/** How a column is formatted and described; a path points to a file beside the tables. */
type Kind = 'text' | 'day' | 'cents' | 'number' | 'path'

export interface TableColumn {
  /** Key of the row. */
  key: string
  de: string
  en: string
  kind: Kind
}

/** Keyset pagination: the last row of the previous page. */
export interface RowKey {
  key_day: string
  key_id: string
}

export interface ExportTable {
  /** File name without extension. */
  file: Bilingual
  de: string
  en: string
  columns: readonly TableColumn[]
  /** Number of leading columns that form the primary key. */
  keys: number
  rows(organizationId: string, period: Period, after: RowKey | undefined): Select
}

const text = (key: string, de: string, en: string): TableColumn => ({ key, de, en, kind: 'text' })
const day = (key: string, de: string, en: string): TableColumn => ({ key, de, en, kind: 'day' })
const cents = (key: string, de: string, en: string): TableColumn => ({ key, de, en, kind: 'cents' })
const number = (key: string, de: string, en: string): TableColumn => ({ key, de, en, kind: 'number' })

const nilUuid = '00000000-0000-0000-0000-000000000000'

/** Keyset condition, order and limit of a statement ordered by day and id. */
const afterRowKey = (byDay: Sql, id: Sql, { from }: Period, after: RowKey | undefined) =>
  sql`and (${byDay}, ${id}) > (${after?.key_day ?? from}::date, ${after?.key_id ?? nilUuid}::uuid)
      order by ${byDay}, ${id} limit ${rowsPerPage}`

const issuedInPeriod = (organizationId: string, { from, to }: Period) =>
  sql`i.organization_id = ${organizationId} and i.status <> 'draft' and i.issue_date between ${from} and ${to}`

const formatTimestampSql = (column: Sql) => sql`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

const party = (side: 'seller' | 'buyer', field: string) => sql`i.parties->${side}::text->>${field}::text`

/** Documents as issued: with seller and buyer of that time. */
const documents: ExportTable = {
  file: { de: 'belege', en: 'documents' },
  de: 'Ausgestellte Rechnungen und Rechnungskorrekturen',
  en: 'Issued invoices and credit notes',
  keys: 1,
  columns: [
    text('number', 'Nummer', 'Number'),
    text('id', 'ID', 'Id'),
    text('kind', 'Art', 'Kind'),
    text('status', 'Status', 'Status'),
    text('credited', 'Korrigiert_Nummer', 'Corrects_number'),
    day('issue_date', 'Belegdatum', 'Issue_date'),
    day('due_date', 'Fälligkeit', 'Due_date'),
    day('service_from', 'Leistung_von', 'Service_from'),
    day('service_to', 'Leistung_bis', 'Service_to'),
    text('issued_at', 'Ausgestellt_UTC', 'Issued_UTC'),
    text('seller', 'Aussteller', 'Seller'),
    text('seller_tax', 'Aussteller_Steuernummer', 'Seller_tax_number'),
    text('seller_vat', 'Aussteller_USt_ID', 'Seller_VAT_ID'),
    number('debtor', 'Debitor', 'Debtor'),
    text('buyer', 'Empfänger', 'Buyer'),
    text('buyer_street', 'Straße', 'Street'),
    text('buyer_postal', 'PLZ', 'Postal_code'),
    text('buyer_city', 'Ort', 'City'),
    text('buyer_country', 'Land', 'Country'),
    text('buyer_vat', 'USt_ID', 'VAT_ID'),
    cents('subtotal', 'Netto', 'Net'),
    cents('tax', 'Steuer', 'Tax'),
    cents('total', 'Brutto', 'Gross'),
    cents('paid', 'Bezahlt', 'Paid'),
    cents('credited_cents', 'Gutgeschrieben', 'Credited'),
    cents('open', 'Offen', 'Open'),
    text('pdf', 'PDF_SHA256', 'PDF_SHA256'),
    text('xml', 'XML_SHA256', 'XML_SHA256'),
    { key: 'file', de: 'Datei', en: 'File', kind: 'path' },
  ],
  rows: (organizationId, period, after) =>
    select`i.issue_date as key_day, i.id as key_id, i.number, i.id, i.kind, i.status, i.issue_date, i.due_date, i.service_from,
          i.service_to, ${formatTimestampSql(sql`d.issued_at`)} as issued_at, ${party('seller', 'legalName')} as seller,
          ${party('seller', 'taxNumber')} as seller_tax, ${party('seller', 'vatId')} as seller_vat,
          c.debtor_number as debtor, ${party('buyer', 'name')} as buyer, ${party('buyer', 'street')} as buyer_street,
          ${party('buyer', 'postalCode')} as buyer_postal, ${party('buyer', 'city')} as buyer_city,
          ${party('buyer', 'country')} as buyer_country, ${party('buyer', 'vatId')} as buyer_vat,
          i.subtotal_cents as subtotal, i.tax_cents as tax, i.total_cents as total, i.paid_cents as paid,
          i.credited_cents, i.open_cents as open, d.pdf_sha256 as pdf, a.xml_sha256 as xml,
          'dokumente/' || d.pdf_sha256 || '.pdf' as file,
          (select n.number from invoices n where n.organization_id = ${organizationId} and n.id = i.credited_invoice_id) as credited
        from invoices i
          join issued_documents d on d.organization_id = i.organization_id and d.invoice_id = i.id
          join archived_documents a on a.organization_id = d.organization_id and a.subject_id = d.invoice_id
            and a.kind = d.kind and a.pdf_sha256 = d.pdf_sha256
          join clients c on c.organization_id = i.organization_id and c.id = i.client_id
        where ${issuedInPeriod(organizationId, period)} ${afterRowKey(sql`i.issue_date`, sql`i.id`, period, after)}`,
}

const lines: ExportTable = {
  file: { de: 'positionen', en: 'lines' },
  de: 'Positionen der Belege',
  en: 'Lines of the documents',
  keys: 2,
  columns: [
    text('number', 'Nummer', 'Number'),
    number('place', 'Position', 'Line'),
    text('description', 'Bezeichnung', 'Description'),
    number('quantity', 'Menge', 'Quantity'),
    text('unit', 'Einheit', 'Unit'),
    cents('price', 'Einzelpreis', 'Unit_price'),
    number('discount', 'Rabatt_Prozent', 'Discount_percent'),
    cents('net', 'Netto', 'Net'),
    text('category', 'Steuerkategorie', 'Tax_category'),
    number('rate', 'Steuersatz_Prozent', 'Tax_rate_percent'),
    text('reason', 'Befreiungsgrund', 'Exemption_reason'),
  ],
  rows: (organizationId, period, after) =>
    select`i.issue_date as key_day, i.id as key_id, i.number, i.line_items as list from invoices i
        where ${issuedInPeriod(organizationId, period)} ${afterRowKey(sql`i.issue_date`, sql`i.id`, period, after)}`,
}

const taxes: ExportTable = {
  file: { de: 'steuern', en: 'taxes' },
  de: 'Steuerbeträge der Belege nach Kategorie und Satz',
  en: 'VAT of the documents by category and rate',
  keys: 2,
  columns: [
    text('number', 'Nummer', 'Number'),
    number('place', 'Zeile', 'Row'),
    text('category', 'Steuerkategorie', 'Tax_category'),
    number('rate', 'Steuersatz_Prozent', 'Tax_rate_percent'),
    cents('net', 'Netto', 'Net'),
    cents('tax', 'Steuer', 'Tax'),
  ],
  rows: (organizationId, period, after) =>
    select`i.issue_date as key_day, i.id as key_id, i.number, i.tax_breakdown as list from invoices i
        where ${issuedInPeriod(organizationId, period)} ${afterRowKey(sql`i.issue_date`, sql`i.id`, period, after)}`,
}

/** A page of payments under a condition; each condition uses an index of its own. */
const selectPayments = (organizationId: string, period: Period, after: RowKey | undefined, holds: Sql) =>
  sql`(select * from payments p where p.organization_id = ${organizationId} and ${holds}
        ${afterRowKey(sql`p.paid_at`, sql`p.id`, { ...period, from: '1900-01-01' }, after)})`

/** Payments made or returned in the period, including mistakes, with who, when and why. */
const payments: ExportTable = {
  file: { de: 'zahlungen', en: 'payments' },
  de: 'Zahlungen mit Stornierungen',
  en: 'Payments with their reversals',
  keys: 1,
  columns: [
    text('id', 'ID', 'Id'),
    text('number', 'Nummer', 'Number'),
    day('paid_at', 'Zahldatum', 'Paid_on'),
    text('method', 'Zahlart', 'Method'),
    cents('amount', 'Betrag', 'Amount'),
    cents('discount', 'Skonto', 'Cash_discount'),
    cents('charges', 'Mahnkosten', 'Charges'),
    cents('credit', 'Guthaben', 'Credit'),
    text('reference', 'Verwendungszweck', 'Reference'),
    text('recorded_at', 'Erfasst_UTC', 'Recorded_UTC'),
    text('reversed_at', 'Storniert_UTC', 'Reversed_UTC'),
    text('reversed_by', 'Storniert_von', 'Reversed_by'),
    text('reason', 'Stornogrund', 'Reversal_reason'),
    day('returned_at', 'Rückgabe', 'Returned_on'),
  ],
  rows: (organizationId, period, after) =>
    select`p.paid_at as key_day, p.id as key_id, p.id, i.number, p.paid_at, p.method, p.amount_cents as amount,
          p.cash_discount_cents as discount, p.charges_cents as charges, p.credit_cents as credit, p.reference,
          ${formatTimestampSql(sql`p.created_at`)} as recorded_at, ${formatTimestampSql(sql`p.reversed_at`)} as reversed_at,
          p.reversed_by, p.reversal_reason as reason, p.returned_at
        from (${selectPayments(organizationId, period, after, sql`p.paid_at < ${period.from} and p.returned_at between ${period.from} and ${period.to}`)}
            union all ${selectPayments(organizationId, period, after, sql`p.paid_at between ${period.from} and ${period.to}`)}) p
          join invoices i on i.organization_id = ${organizationId} and i.id = p.invoice_id
        order by p.paid_at, p.id limit ${rowsPerPage}`,
}

const refunds: ExportTable = {
  file: { de: 'erstattungen', en: 'refunds' },
  de: 'Erstattete Guthaben',
  en: 'Credits given back',
  keys: 1,
  columns: [
    text('id', 'ID', 'Id'),
    text('client', 'Kunde', 'Client'),
    day('paid_at', 'Zahldatum', 'Paid_on'),
    text('method', 'Zahlart', 'Method'),
    cents('amount', 'Betrag', 'Amount'),
    text('reference', 'Verwendungszweck', 'Reference'),
  ],
  rows: (organizationId, period, after) =>
    select`r.paid_at as key_day, r.id as key_id, r.id, c.name as client, r.paid_at, r.method, r.amount_cents as amount, r.reference
        from client_refunds r join clients c on c.organization_id = r.organization_id and c.id = r.client_id
        where r.organization_id = ${organizationId} and r.paid_at between ${period.from} and ${period.to}
          ${afterRowKey(sql`r.paid_at`, sql`r.id`, period, after)}`,
}

const clients: ExportTable = {
  file: { de: 'kunden', en: 'clients' },
  de: 'Kunden mit Belegen, wie sie jetzt sind',
  en: 'Clients with documents, as they are now',
  keys: 1,
  columns: [
    text('id', 'ID', 'Id'),
    number('debtor', 'Debitor', 'Debtor'),
    text('name', 'Name', 'Name'),
    text('kind', 'Art', 'Kind'),
    text('street', 'Straße', 'Street'),
    text('postal_code', 'PLZ', 'Postal_code'),
    text('city', 'Ort', 'City'),
    text('country', 'Land', 'Country'),
    text('vat_id', 'USt_ID', 'VAT_ID'),
    text('customer_number', 'Kundennummer', 'Customer_number'),
    text('created_at', 'Angelegt_UTC', 'Created_UTC'),
    text('updated_at', 'Geändert_UTC', 'Updated_UTC'),
  ],
  rows: (organizationId, period, after) =>
    select`'1900-01-01' as key_day, c.id as key_id, c.id, c.debtor_number as debtor, ${clientOrLastBuyerColumn('name')} as name, c.kind,
          ${clientOrLastBuyerColumn('street')} as street, ${clientOrLastBuyerColumn('postal_code', 'postalCode')} as postal_code, ${clientOrLastBuyerColumn('city')} as city, c.country, c.vat_id, c.customer_number, ${formatTimestampSql(sql`c.created_at`)} as created_at,
          ${formatTimestampSql(sql`c.updated_at`)} as updated_at
        from clients c ${joinLastBuyer(organizationId)}
        where c.organization_id = ${organizationId} and c.id > ${after?.key_id ?? nilUuid}
          and exists (select from invoices i where i.organization_id = ${organizationId} and i.client_id = c.id
            and i.status <> 'draft' and i.issue_date <= ${period.to})
        order by c.id limit ${rowsPerPage}`,
}

/** Documents issued in the period or dated in it: invoices, credit notes, quotes, contracts, reminders. */
export const archivedInPeriod = (organizationId: string, { from, to }: Period) =>
  sql`d.organization_id = ${organizationId}
      and ((d.archived_at >= ${from}::date::timestamp at time zone 'Europe/Berlin'
          and d.archived_at < (${to}::date + 1)::timestamp at time zone 'Europe/Berlin')
        or exists (select from invoices i where i.organization_id = ${organizationId} and i.id = d.subject_id
          and i.issue_date between ${from} and ${to}))`

/** Every file in `dokumente/`. Signed quotes and contracts include their evidence page. */
const archived: ExportTable = {
  file: { de: 'dokumente', en: 'archived_documents' },
  de: 'Archivierte Dokumente: Rechnungen, Angebote, Verträge, Mahnungen, auch unterschrieben mit Nachweis',
  en: 'Archived documents: invoices, quotes, contracts, reminders, signed ones with their evidence',
  keys: 1,
  columns: [
    text('file', 'Datei', 'File'),
    text('kind', 'Art', 'Kind'),
    text('number', 'Nummer', 'Number'),
    text('subject', 'Gegenstand_ID', 'Subject_id'),
    text('archived_at', 'Archiviert_UTC', 'Archived_UTC'),
    text('pdf', 'PDF_SHA256', 'PDF_SHA256'),
    text('xml', 'XML_SHA256', 'XML_SHA256'),
    text('xml_file', 'XML_Datei', 'XML_file'),
  ],
  rows(organizationId, period, after) {
    const [subject = nilUuid, kind = '', pdf = ''] = after?.key_id.split(' ') ?? []
    return select`'1900-01-01' as key_day, d.subject_id || ' ' || d.kind || ' ' || d.pdf_sha256 as key_id,
          'dokumente/' || d.pdf_sha256 || '.pdf' as file, d.kind, d.number, d.subject_id as subject,
          ${formatTimestampSql(sql`d.archived_at`)} as archived_at, d.pdf_sha256 as pdf, d.xml_sha256 as xml,
          case when d.xml_sha256 is not null then 'dokumente/' || d.pdf_sha256 || '.xml' end as xml_file
        from archived_documents d
        where ${archivedInPeriod(organizationId, period)} and (d.subject_id, d.kind, d.pdf_sha256) > (${subject}::uuid, ${kind}, ${pdf})
        order by d.subject_id, d.kind, d.pdf_sha256 limit ${rowsPerPage}`
  },
}

/** Days are in Berlin time. */
const audit: ExportTable = {
  file: { de: 'protokoll', en: 'audit_log' },
  de: 'Protokoll der Änderungen, verkettet durch Prüfsummen',
  en: 'Audit log, chained by hashes',
  keys: 1,
  columns: [
    text('id', 'ID', 'Id'),
    text('created_at', 'Zeitpunkt_UTC', 'Moment_UTC'),
    text('actor_type', 'Akteur_Art', 'Actor_type'),
    text('actor_id', 'Akteur_ID', 'Actor_id'),
    text('actor_name', 'Akteur', 'Actor'),
    text('action', 'Vorgang', 'Action'),
    text('resource', 'Gegenstand', 'Resource'),
    text('resource_id', 'Gegenstand_ID', 'Resource_id'),
    text('before', 'Vorher_JSON', 'Before_JSON'),
    text('after', 'Nachher_JSON', 'After_JSON'),
    text('previous_hash', 'Prüfsumme_davor', 'Previous_hash'),
    text('hash', 'Prüfsumme', 'Hash'),
  ],
  rows: (organizationId, period, after) =>
    select`'1900-01-01' as key_day, a.sequence::text as key_id, a.id, ${formatTimestampSql(sql`a.created_at`)} as created_at, a.actor_type,
          a.actor_id, a.actor_name, a.action, a.resource, a.resource_id, a.before::text as before, a.after::text as after,
          encode(a.previous_hash, 'hex') as previous_hash, encode(a.hash, 'hex') as hash
        from audit_entries a
        where a.organization_id = ${organizationId} and a.sequence > ${Number(after?.key_id ?? 0)}${andDuringDays(
          'a.created_at',
          period,
        )}
        order by a.sequence limit ${rowsPerPage}`,
}

/** Expands the JSON lists of line items and taxes into one record each. */
export function expandRows(table: ExportTable, rows: readonly Record<string, unknown>[]): Record<string, unknown>[] {
  if (table !== lines && table !== taxes) return [...rows]
  return rows.flatMap(({ number, list }) =>
    (list as ListItem[]).map((item, index) => ({
      number,
      place: index + 1,
      description: item.description,
      quantity: item.quantity,
      unit: item.unit,
      price: item.unitPriceCents,
      discount: item.discountPercent || null,
      net: item.netCents,
      tax: item.taxCents,
      category: item.taxCategory,
      rate: item.taxRate,
      reason: item.taxExemptionReason,
    })),
  )
}

interface ListItem {
  description?: string
  quantity?: number
  unit?: string
  unitPriceCents?: number
  discountPercent?: number
  netCents: number
  taxCents?: number
  taxCategory: string
  taxRate: number
  taxExemptionReason?: string | null
}

export const csvExportTables: readonly ExportTable[] = [documents, lines, taxes, payments, refunds, clients]

/** For tax auditors: also archived documents and the audit log. */
export const auditTables: readonly ExportTable[] = [...csvExportTables, archived, audit]
