import { createRequire } from 'node:module'
import { buffer } from 'node:stream/consumers'
import { deflateSync } from 'node:zlib'
import { AFRelationship, PDFDocument, PDFName, PDFRawStream } from 'pdf-lib'
import { beforeAll, describe, expect, test } from 'vitest'
import { house, scenario } from '../../../harness/house.ts'
import { type Caller, upload } from '../../content/files/upload.ts'
import { cii, ubl } from './samples.ts'

const at = house()

const read = (content: string | Uint8Array, as: Caller = 'accountant', headers: Record<string, string> = {}) =>
  upload(at, as, { file: [content, 'rechnung'] }, headers, '/bills/read')

async function bill(content: string | Uint8Array) {
  const { status, body } = await read(content)
  expect(status, JSON.stringify(body)).toBe(200)
  return body
}

async function refusal(content: string | Uint8Array): Promise<string> {
  const { status, body } = await read(content, 'accountant', { 'accept-language': 'en' })
  expect([status, body.error, body.field]).toEqual([422, 'validation_failed', 'file'])
  return body.message
}

/** A PDF with these files embedded. */
async function pdf(files: Record<string, string>): Promise<Uint8Array> {
  const document = await PDFDocument.create()
  document.addPage()
  for (const [name, content] of Object.entries(files))
    await document.attach(Buffer.from(content), name, { afRelationship: AFRelationship.Alternative })
  return document.save()
}

/** A PDF with attachments, encrypted with the cipher of its version: RC4 with 40 or 128 bits, AES with 128 or 256. */
function encryptedPdf(pdfVersion: string, passwords: object, files: Record<string, string>): Promise<Buffer> {
  const ofPdfmake = createRequire(createRequire(import.meta.url).resolve('pdfmake'))
  const document = new (ofPdfmake('pdfkit'))({ pdfVersion, ...passwords })
  for (const [name, content] of Object.entries(files)) document.file(Buffer.from(content), { name })
  document.end()
  return buffer(document)
}

describe('a bill written by Kontor', () => {
  let sent: Record<string, unknown> & { id: string }
  let credit: Record<string, unknown> & { id: string }
  beforeAll(async () => {
    await at.owner.rest('PUT', '/organization', {
      legal_name: 'Werkstatt GmbH',
      street: 'Speicherstraße 1',
      postal_code: '20457',
      city: 'Hamburg',
      country: 'DE',
      tax_number: '22/123/45678',
      vat_id: 'DE136695976',
      iban: 'DE02120300000000202051',
      bic: 'BYLADEM1001',
      email: 'post@werkstatt.example',
    })
    const client = {
      name: 'Müller & Söhne',
      email: 'm@kunde.example',
      street: 'Ring 2',
      postal_code: '10115',
      city: 'Berlin',
      country: 'DE',
    }
    const { body: made } = await at.owner.rest('POST', '/clients', client)
    const { body: draft } = await at.owner.rest('POST', '/invoices', {
      client_id: made.id,
      issue_date: '2026-01-31',
      due_date: '2026-02-14',
      line_items: [
        {
          description: 'Beratung\nvor Ort',
          quantity: 7.5,
          unit: 'HUR',
          unit_price_cents: 11033,
          tax_rate: 19,
          discount_percent: 12.5,
        },
        { description: 'Buch', quantity: 3, unit_price_cents: 1999, tax_rate: 7 },
        { description: 'Gutschein', quantity: -1, unit_price_cents: 500, tax_rate: 19 },
      ],
    })
    sent = (await at.owner.rest('POST', `/invoices/${draft.id}/send`, { channel: 'none' })).body
    credit = (await at.owner.rest('POST', `/invoices/${sent.id}/credit-note`)).body
  })

  const bytes = async (id: string, form: 'pdf' | 'xml') => (await at.owner.rest('GET', `/invoices/${id}/${form}`)).raw

  test('is read from its PDF as it was written', async () => {
    const lines = sent.line_items as { net_cents: number; unit: string; unit_price_cents: number; quantity: number }[]
    expect(await bill(await bytes(sent.id, 'pdf'))).toMatchObject({
      format: 'zugferd',
      profile: 'EN 16931',
      kind: 'invoice',
      number: sent.number,
      issue_date: '2026-01-31',
      due_date: '2026-02-14',
      currency: 'EUR',
      seller: {
        name: 'Werkstatt GmbH',
        city: 'Hamburg',
        vat_id: 'DE136695976',
        tax_number: '22/123/45678',
        email: 'post@werkstatt.example',
      },
      buyer: { name: 'Müller & Söhne', street: 'Ring 2', postal_code: '10115', city: 'Berlin', country: 'DE' },
      lines: lines.map(({ net_cents, unit, unit_price_cents, quantity }) => ({
        net_cents,
        unit,
        unit_price: unit_price_cents / 100,
        quantity,
      })),
      subtotal_cents: sent.subtotal_cents,
      tax_cents: sent.tax_cents,
      total_cents: sent.total_cents,
      payable_cents: sent.total_cents,
      prepaid_cents: 0,
      payment: { iban: 'DE02120300000000202051', bic: 'BYLADEM1001', reference: sent.number },
      findings: [],
    })
  })

  test('is read from XML, also as a credit note', async () => {
    expect(await bill(await bytes(sent.id, 'xml'))).toMatchObject({ format: 'cii', number: sent.number, findings: [] })
    expect(await bill(await bytes(credit.id, 'pdf'))).toMatchObject({
      kind: 'credit_note',
      type_code: '381',
      total_cents: -Number(credit.total_cents),
      findings: [],
    })
  })
})

describe('a bill of another program', () => {
  test('is read from UBL', async () => {
    expect(await bill(ubl())).toMatchObject({
      format: 'xrechnung_ubl',
      profile: 'XRECHNUNG',
      number: 'R-77',
      due_date: '2026-02-15',
      buyer_reference: '04011000-12345-39',
      seller: { name: 'Lieferant GmbH', street: 'Ring 1', postal_code: '53111', country: 'DE', vat_id: 'DE136695976' },
      lines: [
        {
          description: 'Beratung',
          quantity: 8,
          unit: 'HUR',
          unit_price: 25,
          net_cents: 10_000,
          tax_rate: 19,
          tax_category: 'S',
        },
      ],
      tax_breakdown: [{ tax_rate: 19, tax_category: 'S', net_cents: 10_000, tax_cents: 1900 }],
      payment: { account_holder: 'Lieferant', reference: 'R-77', terms: '14 Tage' },
      findings: [],
    })
    const note = ubl()
      .replaceAll('ubl:Invoice', 'ubl:CreditNote')
      .replaceAll('Invoice-2', 'CreditNote-2')
      .replaceAll('InvoiceLine', 'CreditNoteLine')
      .replaceAll('InvoicedQuantity', 'CreditedQuantity')
      .replace(/<cbc:InvoiceTypeCode>.*?<\/cbc:InvoiceTypeCode>/, '')
    expect(await bill(note)).toMatchObject({ kind: 'credit_note', lines: [{ quantity: 8 }], findings: [] })
  })

  test('is read from a PDF under each file name, and from ZUGFeRD 1.0', async () => {
    for (const name of ['factur-x.xml', 'xrechnung.xml', 'ZUGFeRD-invoice.xml', 'other.xml'])
      expect(await bill(await pdf({ 'bild.png': 'x', [name]: ubl() })), name).toMatchObject({ number: 'R-77' })
    const old = `<rsm:CrossIndustryDocument xmlns:rsm="urn:ferd:CrossIndustryDocument:invoice:1p0" xmlns:ram="urn:ram">
      <rsm:SpecifiedExchangedDocumentContext><ram:GuidelineSpecifiedDocumentContextParameter><ram:ID>urn:ferd:CrossIndustryDocument:invoice:1p0:comfort</ram:ID></ram:GuidelineSpecifiedDocumentContextParameter></rsm:SpecifiedExchangedDocumentContext>
      <rsm:HeaderExchangedDocument><ram:ID>A1</ram:ID><ram:TypeCode>380</ram:TypeCode></rsm:HeaderExchangedDocument>
      <rsm:SpecifiedSupplyChainTradeTransaction><ram:ApplicableSupplyChainTradeSettlement><ram:InvoiceCurrencyCode>EUR</ram:InvoiceCurrencyCode>
      <ram:SpecifiedTradeSettlementMonetarySummation><ram:GrandTotalAmount currencyID="EUR">11.90</ram:GrandTotalAmount></ram:SpecifiedTradeSettlementMonetarySummation>
      </ram:ApplicableSupplyChainTradeSettlement></rsm:SpecifiedSupplyChainTradeTransaction></rsm:CrossIndustryDocument>`
    expect(await bill(await pdf({ 'ZUGFeRD-invoice.xml': old }))).toMatchObject({
      profile: 'COMFORT',
      number: 'A1',
      total_cents: 1190,
    })
  })

  test('is read from a PDF with an owner password, whatever its encryption', async () => {
    for (const version of ['1.3', '1.4', '1.6', '1.7ext3']) {
      const locked = await encryptedPdf(
        version,
        { ownerPassword: 'geheim' },
        { 'bild.xml': '<bild/>', 'rechnung.xml': ubl() },
      )
      expect(await bill(locked), version).toMatchObject({ format: 'xrechnung_ubl', number: 'R-77', findings: [] })
    }
  })

  test('is read from the attachment that is an invoice', async () => {
    const several: Record<string, string>[] = [
      { 'order-x.xml': '<Order/>', 'beleg.xml': ubl(), 'weitere.xml': '<Other/>' },
      { 'factur-x.xml': '<rsm:Order xmlns:rsm="urn:order"/>', 'a.xml': 'kaputt', 'z.xml': ubl() },
    ]
    for (const files of several) expect((await bill(await pdf(files))).number).toBe('R-77')
    // The invoice with a standard file name wins.
    const other = ubl().replace('>R-77</cbc:ID>', '>R-78</cbc:ID>')
    expect((await bill(await pdf({ 'a.xml': other, 'factur-x.xml': ubl() }))).number).toBe('R-77')
  })

  test('is read from its envelope (SBDH)', async () => {
    const envelope = `<StandardBusinessDocument xmlns="http://www.unece.org/cefact/namespaces/StandardBusinessDocumentHeader">
      <StandardBusinessDocumentHeader><HeaderVersion>1.0</HeaderVersion></StandardBusinessDocumentHeader>${ubl().replace(/<\?xml.*?\?>/, '')}</StandardBusinessDocument>`
    expect(await bill(envelope)).toMatchObject({ format: 'xrechnung_ubl', number: 'R-77', findings: [] })
    expect(await refusal(envelope.replace(/<ubl:.*<\/ubl:Invoice>/s, ''))).toContain('not an e-invoice')
  })

  test('has no findings about fields that its profile lacks', async () => {
    const sums = (more: string) =>
      `<ram:InvoiceCurrencyCode>EUR</ram:InvoiceCurrencyCode><ram:SpecifiedTradeSettlementHeaderMonetarySummation>
      <ram:TaxBasisTotalAmount>100.00</ram:TaxBasisTotalAmount><ram:TaxTotalAmount currencyID="EUR">19.00</ram:TaxTotalAmount>
      <ram:GrandTotalAmount>119.00</ram:GrandTotalAmount>${more}</ram:SpecifiedTradeSettlementHeaderMonetarySummation>`
    const payable = '<ram:DuePayableAmount>19.00</ram:DuePayableAmount>'
    const fields = async (profile: string, more: string) =>
      (await bill(cii(sums(more), `urn:${profile}`))).findings.map(({ field }: { field: string }) => field)
    // MINIMUM cannot state the 100.00 that were prepaid.
    expect(await fields('factur-x.eu:1p0:minimum', payable)).toEqual([])
    expect(await fields('factur-x.eu:1p0:basicwl', payable)).toEqual(['payable_cents', 'tax_breakdown'])
    expect(await fields('factur-x.eu:1p0:minimum', '')).toEqual(['payable_cents'])
    // ZUGFeRD 1.0 BASIC has no amount due and no line amounts.
    const line = (net: string) =>
      `<ram:IncludedSupplyChainTradeLineItem><ram:SpecifiedSupplyChainTradeDelivery><ram:BilledQuantity unitCode="C62">1</ram:BilledQuantity></ram:SpecifiedSupplyChainTradeDelivery>${net}
      <ram:SpecifiedTradeProduct><ram:Name>Ware</ram:Name></ram:SpecifiedTradeProduct></ram:IncludedSupplyChainTradeLineItem>`
    const current = cii(
      sums('<ram:LineTotalAmount>100.00</ram:LineTotalAmount>').replace(
        '</ram:InvoiceCurrencyCode>',
        '$&<ram:ApplicableTradeTax><ram:CalculatedAmount>19.00</ram:CalculatedAmount><ram:BasisAmount>100.00</ram:BasisAmount><ram:ApplicablePercent>19</ram:ApplicablePercent></ram:ApplicableTradeTax>',
      ),
      'urn:ferd:CrossIndustryDocument:invoice:1p0:basic',
    ).replace('</rsm:SupplyChainTradeTransaction>', `${line('')}$&`)
    const old = current
      .replaceAll('CrossIndustryInvoice', 'CrossIndustryDocument')
      .replaceAll('rsm:ExchangedDocumentContext', 'rsm:SpecifiedExchangedDocumentContext')
      .replaceAll('rsm:ExchangedDocument>', 'rsm:HeaderExchangedDocument>')
      .replaceAll('rsm:SupplyChainTradeTransaction', 'rsm:SpecifiedSupplyChainTradeTransaction')
      .replaceAll('ApplicableHeaderTrade', 'ApplicableSupplyChainTrade')
      .replaceAll('SettlementHeaderMonetary', 'SettlementMonetary')
    expect(await bill(old)).toMatchObject({ profile: 'BASIC', total_cents: 11_900, payable_cents: null, findings: [] })
    expect((await bill(current)).findings.map(({ field }: { field: string }) => field)).toEqual([
      'lines.0.net_cents',
      'payable_cents',
    ])
  })

  test('adds third-party payments (BG-DEX-09) to the amount due', async () => {
    const paid =
      '<cac:PrepaidPayment><cbc:ID>X</cbc:ID><cbc:PaidAmount currencyID="EUR">5.50</cbc:PaidAmount></cac:PrepaidPayment>'
    const extension = (payable: string) =>
      ubl({ payable })
        .replace('xrechnung_3.0<', 'xrechnung_3.0#conformant#urn:xeinkauf.de:kosit:extension:xrechnung_3.0<')
        .replace('<cac:TaxTotal>', `${paid}${paid}$&`)
    expect(await bill(extension('130.00'))).toMatchObject({
      third_party_cents: 1100,
      payable_cents: 13_000,
      findings: [],
    })
    expect((await bill(extension('119.00'))).findings).toEqual([
      {
        field: 'payable_cents',
        message: 'ist 119.00 EUR, Gesamt − Vorauszahlung + Rundung + Fremdleistungen ergibt 130.00 EUR',
      },
    ])
    // In other profiles the element repeats PrepaidAmount.
    expect(await bill(ubl().replace('<cac:TaxTotal>', `${paid}$&`))).toMatchObject({
      third_party_cents: 0,
      findings: [],
    })
    const inCii = cii(`<ram:InvoiceCurrencyCode>EUR</ram:InvoiceCurrencyCode>
      <ram:SpecifiedFinancialAdjustment><ram:ActualAmount>7.00</ram:ActualAmount></ram:SpecifiedFinancialAdjustment>
      <ram:SpecifiedTradeSettlementHeaderMonetarySummation><ram:GrandTotalAmount>119.00</ram:GrandTotalAmount><ram:DuePayableAmount>126.00</ram:DuePayableAmount></ram:SpecifiedTradeSettlementHeaderMonetarySummation>`)
    const { third_party_cents, findings } = await bill(inCii)
    expect([third_party_cents, findings.filter(({ field }: { field: string }) => field === 'payable_cents')]).toEqual([
      700,
      [],
    ])
  })

  test('returns cash discounts in days and percent', async () => {
    const offered = async (terms: string) => (await bill(ubl().replace('>14 Tage<', `>${terms}<`))).payment.discounts
    expect(await offered('14 Tage')).toEqual([])
    const both = 'Zahlbar sofort\n#SKONTO#TAGE=7#PROZENT=3.00#\r\n#SKONTO#TAGE=14#PROZENT=2.25#BASISBETRAG=100.00#\n'
    expect(await offered(both)).toEqual([
      { percent: 3, days: 7 },
      { percent: 2.25, days: 14 },
    ])
    expect(await offered('#VERZUG#TAGE=30#PROZENT=5.00#\n#SKONTO#TAGE=x#PROZENT=2.00#\n')).toEqual([])
    const inCii = cii(`<ram:SpecifiedTradePaymentTerms><ram:Description>#SKONTO#TAGE=10#PROZENT=2.00#</ram:Description>
      <ram:ApplicableTradePaymentDiscountTerms><ram:BasisPeriodMeasure unitCode="DAY">10</ram:BasisPeriodMeasure><ram:CalculationPercent>2.0</ram:CalculationPercent></ram:ApplicableTradePaymentDiscountTerms>
      </ram:SpecifiedTradePaymentTerms><ram:SpecifiedTradePaymentTerms><ram:ApplicableTradePaymentDiscountTerms><ram:BasisPeriodMeasure unitCode="MON">1</ram:BasisPeriodMeasure><ram:CalculationPercent>1</ram:CalculationPercent></ram:ApplicableTradePaymentDiscountTerms></ram:SpecifiedTradePaymentTerms>`)
    expect((await bill(inCii)).payment.discounts).toEqual([{ percent: 2, days: 10 }])
  })

  test('returns mandate, account and creditor of a direct debit', async () => {
    expect((await bill(ubl())).payment).toMatchObject({
      means: '58',
      mandate: null,
      debited_iban: null,
      creditor_id: null,
    })
    const debited = { mandate: 'M-1', debited_iban: 'DE02500105170137075030', creditor_id: 'DE98ZZZ09999999999' }
    const mandate =
      '<cac:PaymentMandate><cbc:ID>M-1</cbc:ID><cac:PayerFinancialAccount><cbc:ID>DE02500105170137075030</cbc:ID></cac:PayerFinancialAccount></cac:PaymentMandate>'
    const creditor =
      '<cac:PartyIdentification><cbc:ID schemeID="0088">4000001123452</cbc:ID></cac:PartyIdentification><cac:PartyIdentification><cbc:ID schemeID="SEPA">DE98ZZZ09999999999</cbc:ID></cac:PartyIdentification>'
    const inUbl = (code: string) =>
      ubl()
        .replace('<cac:AccountingSupplierParty><cac:Party>', `$&${creditor}`)
        .replace('<cbc:PaymentMeansCode>58<', `<cbc:PaymentMeansCode>${code}<`)
        .replace('</cac:PaymentMeans>', `${mandate}$&`)
    for (const code of ['49', '59'])
      expect(await bill(inUbl(code))).toMatchObject({ payment: { means: code, ...debited }, findings: [] })
    // The payee is the creditor, if there is one.
    const toPayee = inUbl('59')
      .replace(creditor, '')
      .replace('<cac:PaymentMeans>', `<cac:PayeeParty>${creditor}</cac:PayeeParty>$&`)
    expect((await bill(toPayee)).payment).toMatchObject(debited)
    const inCii =
      cii(`<ram:CreditorReferenceID>DE98ZZZ09999999999</ram:CreditorReferenceID><ram:InvoiceCurrencyCode>EUR</ram:InvoiceCurrencyCode>
      <ram:SpecifiedTradeSettlementPaymentMeans><ram:TypeCode>58</ram:TypeCode><ram:PayeePartyCreditorFinancialAccount><ram:IBANID>DE02120300000000202051</ram:IBANID></ram:PayeePartyCreditorFinancialAccount></ram:SpecifiedTradeSettlementPaymentMeans>
      <ram:SpecifiedTradeSettlementPaymentMeans><ram:TypeCode>59</ram:TypeCode><ram:PayerPartyDebtorFinancialAccount><ram:IBANID>DE02500105170137075030</ram:IBANID></ram:PayerPartyDebtorFinancialAccount></ram:SpecifiedTradeSettlementPaymentMeans>
      <ram:SpecifiedTradePaymentTerms><ram:Description>per Lastschrift</ram:Description></ram:SpecifiedTradePaymentTerms>
      <ram:SpecifiedTradePaymentTerms><ram:DirectDebitMandateID>M-1</ram:DirectDebitMandateID></ram:SpecifiedTradePaymentTerms>`)
    // A direct debit takes precedence over a transfer.
    expect((await bill(inCii)).payment).toMatchObject({ means: '59', iban: 'DE02120300000000202051', ...debited })
  })

  test('reports contradictions in both languages', async () => {
    const findings = async (xml: string) => (await bill(xml)).findings
    expect(await findings(ubl({ payable: '118.00' }))).toEqual([
      { field: 'payable_cents', message: 'ist 118.00 EUR, Gesamt − Vorauszahlung + Rundung ergibt 119.00 EUR' },
    ])
    expect((await findings(ubl({ tax: '19.01' }))).map(({ field }: { field: string }) => field)).toEqual([
      'tax_cents',
      'total_cents',
    ])
    expect((await findings(ubl({ net: '99.00' }))).map(({ field }: { field: string }) => field)).toEqual([
      'lines.0.net_cents',
      'lines',
    ])
    expect(await findings(ubl({ net: 'viel' }))).toContainEqual({
      field: 'lines.0.net_cents',
      message: 'ist kein Betrag: viel',
    })
    // BR-S-08: line sums per rate must equal the breakdown.
    const other = (text: string) => text.replace(/<cbc:Percent>19(?=.*ClassifiedTaxCategory>)/, '<cbc:Percent>16')
    expect(await findings(other(ubl()))).toEqual([
      {
        field: 'tax_breakdown.0.net_cents',
        message: 'ist zu S 19\u00a0% 100.00 EUR, die Positionen, Nachlässe und Zuschläge ergeben 0.00 EUR',
      },
      { field: 'tax_breakdown', message: 'enthält S 16\u00a0% nicht, wie Positionen es sagen' },
    ])
    const adjusted = (percent: number) =>
      ubl()
        .replace(
          '<cac:TaxTotal>',
          `${['true', 'false']
            .map(
              (isCharge) =>
                `<cac:AllowanceCharge><cbc:ChargeIndicator>${isCharge}</cbc:ChargeIndicator><cbc:Amount currencyID="EUR">5.00</cbc:Amount><cac:TaxCategory><cbc:ID>S</cbc:ID><cbc:Percent>${isCharge === 'true' ? percent : 19}.00</cbc:Percent></cac:TaxCategory></cac:AllowanceCharge>`,
            )
            .join('')}<cac:TaxTotal>`,
        )
        .replace(
          '<cbc:PayableAmount',
          '<cbc:AllowanceTotalAmount>5</cbc:AllowanceTotalAmount><cbc:ChargeTotalAmount>5</cbc:ChargeTotalAmount><cbc:PayableAmount',
        )
    expect(await findings(adjusted(19))).toEqual([])
    // An xs:boolean is written as 1 and 0, too.
    expect(await findings(adjusted(19).replace('>true<', '>1<').replace('>false<', '>0<'))).toEqual([])
    expect(await findings(adjusted(7))).toMatchObject([
      { field: 'tax_breakdown.0.net_cents' },
      { field: 'tax_breakdown' },
    ])
    // Yen have no decimals.
    const yen = ubl()
      .replaceAll('EUR', 'JPY')
      .replaceAll(/(\d+)\.00</g, '$1<')
    expect(await findings(yen)).toEqual([])
    expect(await findings(yen.replace('>119<', '>119.40<'))).toEqual([
      { field: 'total_cents', message: 'ist 119.40: JPY hat 0 Nachkommastellen' },
    ])
    expect((await findings(ubl({ iban: 'DE02120300000000202052' })))[0]).toMatchObject({ field: 'payment.iban' })
    const bare = '<Invoice xmlns="urn:oasis:names:specification:ubl:schema:xsd:Invoice-2"/>'
    const { body } = await read(bare, 'owner', { 'accept-language': 'en' })
    expect(body.findings).toContainEqual({ field: 'number', message: 'is missing' })
    expect(body.findings.map(({ field }: { field: string }) => field)).toEqual(
      expect.arrayContaining([
        'seller.name',
        'seller.tax_number',
        'buyer.name',
        'issue_date',
        'lines',
        'tax_breakdown',
      ]),
    )
  })
})

describe('a file is refused', () => {
  test('without an e-invoice', async () => {
    expect(await refusal('Hallo')).toContain('not valid XML')
    expect(await refusal('<html/>')).toContain('not an e-invoice')
    expect(await refusal(await pdf({ 'bild.png': 'x' }))).toContain('carries no e-invoice')
    expect(await refusal(await pdf({ 'factur-x.xml': '<a>' }))).toContain('not valid XML')
  })

  test('if it is damaged or encrypted', async () => {
    const whole = await pdf({ 'factur-x.xml': ubl() })
    expect(await refusal('%PDF-1.7\nnonsense')).toContain('damaged')
    expect(await refusal(whole.slice(0, 300))).toMatch(/damaged|carries no/)
    const document = await PDFDocument.create()
    document.context.trailerInfo.Encrypt = document.context.register(document.context.obj({ Filter: 'Standard' }))
    expect(await refusal(await document.save({ useObjectStreams: false }))).toContain('encrypted')
    const passwords = { userPassword: 'offen', ownerPassword: 'geheim' }
    expect(await refusal(await encryptedPdf('1.7', passwords, { 'factur-x.xml': ubl() }))).toContain('password')
    expect(await refusal(await encryptedPdf('1.7', { ownerPassword: 'x' }, { 'bild.png': 'x' }))).toContain(
      'carries no',
    )
  })

  test('with entities or endless content', async () => {
    const laughs = '<!DOCTYPE a [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;">]><a>&b;</a>'
    expect(await refusal(laughs)).toContain('DOCTYPE')
    const outside = '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><Invoice>&x;</Invoice>'
    expect(await refusal(outside)).toContain('DOCTYPE')
    expect(await refusal(await pdf({ 'factur-x.xml': laughs }))).toContain('DOCTYPE')
    expect(await refusal('<a>'.repeat(10_000))).toContain('levels')
    expect(await refusal(`<a>${'<b/>'.repeat(500_001)}</a>`)).toContain('elements')
  })

  test('if an attachment or the PDF itself unpacks to too much', async () => {
    const bomb = deflateSync(Buffer.alloc(40 * 1024 * 1024, ' '))
    const document = await PDFDocument.create()
    await document.attach(Buffer.from('x'), 'factur-x.xml')
    await document.flush()
    const replaced = PDFRawStream.of(document.context.obj({ Filter: 'FlateDecode' }) as never, bomb)
    for (const [ref, object] of document.context.enumerateIndirectObjects())
      if (object instanceof PDFRawStream && String(object.dict.get(PDFName.of('Type'))) === '/EmbeddedFile')
        document.context.assign(ref, replaced)
    expect(await refusal(await document.save())).toContain('too much')

    const inner = `1 0 obj\n<< /Type /ObjStm /N 1 /First 4 /Filter /FlateDecode /Length ${bomb.length} >>\nstream\n`
    const own = Buffer.concat([
      Buffer.from(`%PDF-1.7\n${inner}`),
      bomb,
      Buffer.from('\nendstream\nendobj\ntrailer\n<< /Root 1 0 R >>\n%%EOF'),
    ])
    expect(await refusal(own)).toMatch(/too much|damaged/)

    const encrypted = { 'factur-x.xml': ' '.repeat(40 * 1024 * 1024) }
    expect(await refusal(await encryptedPdf('1.7', { ownerPassword: 'x' }, encrypted))).toContain('too much')
  })

  test('with too many lines or too much text', async () => {
    const lines = (count: number) =>
      `<Invoice xmlns="urn:oasis:names:specification:ubl:schema:xsd:Invoice-2">${'<InvoiceLine/>'.repeat(count)}</Invoice>`
    expect((await bill(lines(10_000))).lines).toHaveLength(10_000)
    expect(await refusal(lines(10_001))).toContain('more than 10000 lines')
    expect(await refusal(ubl({ iban: 'x'.repeat(6 * 1024 * 1024) }))).toContain('bytes of text')
  })

  test('with too many objects, or too much in many parts', async () => {
    expect(await refusal(`%PDF-1.7\n${'1 0 obj\nnull\nendobj\n'.repeat(600_000)}`)).toMatch(
      /too much|too large|damaged/,
    )
    const part = deflateSync(Buffer.alloc(15 * 1024 * 1024, ' '))
    const parts = Array.from({ length: 300 }, (_, index) => [
      Buffer.from(
        `${index + 1} 0 obj\n<< /Type /ObjStm /N 1 /First 4 /Filter /FlateDecode /Length ${part.length} >>\nstream\n`,
      ),
      part,
      Buffer.from('\nendstream\nendobj\n'),
    ])
    const whole = Buffer.concat([
      Buffer.from('%PDF-1.7\n'),
      ...parts.flat(),
      Buffer.from('trailer\n<< /Root 1 0 R >>\n%%EOF'),
    ])
    expect(await refusal(whole)).toMatch(/unpacks to too much|too large|damaged/)
  })

  test('with too many attachments', async () => {
    const many = Object.fromEntries(Array.from({ length: 501 }, (_, index) => [`${index}.txt`, 'x']))
    expect(await refusal(await pdf(many))).toContain('too much')
  })

  test('if it is too large', async () => {
    const { status, body } = await read(`<a>${' '.repeat(20 * 1024 * 1024)}</a>`)
    expect([status, body.error]).toEqual([413, 'payload_too_large'])
  })
})

describe('reading', () => {
  const stored = async () => {
    let count = 0
    for await (const _ of at.app.services.storage.list(`files/${at.organizationId}`)) count += 1
    return count
  }
  test.each(['owner', 'admin', 'accountant', 'auditor'] as const)('is allowed for the %s', async (role) => {
    expect((await read(ubl(), role)).status).toBe(200)
  })
  test.each([
    ['member', 403],
    ['viewer', 403],
    ['nobody', 401],
  ] as const)('is not for the %s', async (role, status) => {
    expect((await read(ubl(), role)).status).toBe(status)
  })
  test('accepts an uploaded file, and stores nothing', async () => {
    const { body: file } = await upload(at, 'owner', { file: [ubl(), 'a.xml'] })
    const before = await stored()
    const { body } = await at.owner.rest('POST', '/bills/read', { file_id: file.id })
    expect(body.number).toBe('R-77')
    await read(ubl())
    expect(await stored()).toBe(before)
    const { data } = await at.auditor.graphql('{ billReadUrl { url } }')
    expect(data.billReadUrl.url).toContain('/received-bills?ticket=')
  })
  test('requires permission to read files for an uploaded file', async () => {
    const { body: file } = await upload(at, 'owner', { file: [ubl(), 'a.xml'] })
    expect((await at.accountant.rest('POST', '/bills/read', { file_id: file.id })).status).toBe(200)
    for (const id of [file.id, at.owner.id]) {
      const { status, body } = await at.auditor.rest('POST', '/bills/read', { file_id: id })
      expect([status, body.error, body.field]).toEqual([403, 'forbidden', undefined])
    }
  })
  scenario(at, 'refuses a body without a file', {
    post: '/bills/read',
    send: {},
    status: 400,
    body: { field: 'file_id' },
  })
})
