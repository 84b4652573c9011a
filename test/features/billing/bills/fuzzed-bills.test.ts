import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseBillFile } from '#features/billing/bills/parse-bill'
import { fuzzOptions, fuzzTestOptions, mutate } from '../../../harness/fuzz.ts'
import { cii, ubl } from './samples.ts'

// Damaged e-invoices are read, or refused with a reason.

const settlement = `<ram:InvoiceCurrencyCode>EUR</ram:InvoiceCurrencyCode>
<ram:ApplicableTradeTax><ram:CalculatedAmount>19.00</ram:CalculatedAmount><ram:TypeCode>VAT</ram:TypeCode><ram:BasisAmount>100.00</ram:BasisAmount>
  <ram:CategoryCode>S</ram:CategoryCode><ram:RateApplicablePercent>19</ram:RateApplicablePercent></ram:ApplicableTradeTax>
<ram:SpecifiedTradePaymentTerms><ram:Description>#SKONTO#TAGE=7#PROZENT=2.00#</ram:Description></ram:SpecifiedTradePaymentTerms>
<ram:SpecifiedTradeSettlementHeaderMonetarySummation><ram:TaxBasisTotalAmount>100.00</ram:TaxBasisTotalAmount>
  <ram:GrandTotalAmount>119.00</ram:GrandTotalAmount><ram:DuePayableAmount>119.00</ram:DuePayableAmount></ram:SpecifiedTradeSettlementHeaderMonetarySummation>`

test.each([
  ['UBL', ubl()],
  ['CII', cii(settlement)],
])('%s', fuzzTestOptions, async (_, xml) => {
  let read = 0
  await fc.assert(
    fc.asyncProperty(mutate(xml), async (text) => {
      const answer = await parseBillFile({ bytes: Buffer.from(text), language: 'de', most: 1_000_000 })
      if ('refused' in answer) expect(answer.refused.de).not.toBe('')
      else read += JSON.parse(Buffer.from(answer.json).toString()) ? 1 : 0
    }),
    fuzzOptions(2000),
  )
  expect(read).toBeGreaterThan(0)
})
