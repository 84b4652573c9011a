import { countryName } from '#core/text/countries'
import { drawFlow, type Flow, type Run, type TableLayout } from '#documents/flow'
import { drawContinuation, drawFeet, drawLetterhead, drawWatermark } from '#documents/frame'
import { flowOf, heightOfFlow, mostKept, readMarkdown } from '#documents/markdown'
import { finishPdfA } from '#documents/pdfa'
import { faint, ink, Sheet } from '#documents/sheet'
import type { DocumentBuyer, DocumentSeller } from '../../invoices/document/document.ts'
import { showDay } from '../../invoices/document/invoice.texts.ts'
import { senderOf } from '../../invoices/document/sender.ts'
import { texts } from './contract.texts.ts'
import type { ContractDocument } from './document.ts'

/** The contract as tagged PDF/A-3a; a draft is watermarked. The same input makes the same bytes. */
export async function renderContractPdf(document: ContractDocument): Promise<Uint8Array> {
  const { language, number, accentColor, title } = { ...document, ...document.seller }
  const words = texts[language]
  const sender = await senderOf(document)
  const { logo: _, content, ...written } = document
  const markdown = readMarkdown(content)
  const text = JSON.stringify([written, sender.footer, markdown.text, '•☐☑'])
  const { styled } = markdown
  const sheet = await Sheet.create({ language, accentColor, text, styled }, (page) =>
    drawContinuation(page, words.title(number), sender.name),
  )
  drawLetterhead(sheet, sender)
  const head = headOf(sheet, document)
  const body = flowOf(sheet, markdown, sheet.part('Sect'))
  drawFlow(sheet, [...head, ...signed(sheet, body, signaturesOf(sheet, document))], body.items)
  drawFeet(sheet, sender, words.pageOf)
  if (number === null) drawWatermark(sheet, words.draft)
  sheet.finishStructure()
  const at = new Date(document.createdAt)
  return finishPdfA(
    sheet.document,
    { title: `${words.title(number)}: ${title}`, author: sender.name, language, at },
    null,
  )
}

const none: TableLayout = {
  hLineWidth: () => 0,
  vLineWidth: () => 0,
  paddingLeft: () => 0,
  paddingRight: () => 0,
  paddingTop: () => 0,
  paddingBottom: () => 0,
}

/** Title, parties and terms. */
function headOf(sheet: Sheet, document: ContractDocument): Flow[] {
  const { language, title, seller, buyer } = document
  const words = texts[language]
  const of = (text: string, style: Partial<Run> = {}): Run => ({ text, part: sheet.part('P'), ...style })
  const heading: Flow = {
    text: [{ text: title, part: sheet.part('H1') }],
    fontSize: 18,
    bold: true,
    margin: [0, 0, 0, 10],
  }
  const quiet = (text: string): Flow => ({ text: [of(text, { color: faint })], margin: [0, 0, 0, 4] })
  return [
    heading,
    quiet(words.between),
    party(sheet, seller.legalName ?? '', seller, document),
    quiet(words.and),
    party(sheet, buyer.name, buyer, document),
    terms(sheet, document),
  ]
}

type Party = Pick<
  DocumentSeller | DocumentBuyer,
  'street' | 'postalCode' | 'city' | 'country' | 'vatId' | 'contactName'
>

/** A party by name and address. */
function party(sheet: Sheet, name: string, of: Party, { language }: ContractDocument): Flow {
  const words = texts[language]
  const lines = [
    of.street,
    [of.postalCode, of.city].filter(Boolean).join(' '),
    of.country ? countryName(of.country, language) : null,
    of.vatId ? `${words.vatId} ${of.vatId}` : null,
  ].filter(Boolean)
  const part = sheet.part('P')
  return {
    text: [
      { text: name, bold: true, part },
      { text: `\n${lines.join('\n')}`, part },
    ],
    margin: [14, 0, 0, 8],
  }
}

/** What was agreed on the contract's time, as a table. */
function terms(sheet: Sheet, document: ContractDocument): Flow {
  const { language, number, date, startsOn, endsOn, noticePeriodDays } = document
  const words = texts[language]
  const entries: [string, string | null][] = [
    [words.number, number],
    [words.date, showDay(date, language)],
    [words.startsOn, startsOn && showDay(startsOn, language)],
    [words.endsOn, endsOn ? showDay(endsOn, language) : startsOn || noticePeriodDays !== null ? words.unlimited : null],
    [words.notice, noticePeriodDays === null ? null : words.days(noticePeriodDays)],
  ]
  const table = sheet.part('Table')
  const body = entries.flatMap(([label, value]): Flow[][] => {
    if (!value) return []
    const row = sheet.part('TR', table)
    return [
      [
        { text: [{ text: label, color: faint, part: sheet.part('TH', row, { scope: 'Row' }) }] },
        { text: [{ text: value, part: sheet.part('TD', row) }] },
      ],
    ]
  })
  return {
    table: { widths: ['auto', '*'], body },
    layout: { ...none, paddingRight: () => 16, paddingTop: () => 1.5, paddingBottom: () => 1.5 },
    margin: [0, 8, 0, 14],
  }
}

/** The text and what is signed below it: its end, with the heading above that, stands on the page that is signed. */
function signed(sheet: Sheet, { content, headings }: ReturnType<typeof flowOf>, signatures: Flow[]): Flow[] {
  let from = Math.max(0, content.length - 1)
  while (from > 0 && headings.has(content[from - 1] as Flow)) from -= 1
  const end = content.slice(from)
  // pdfmake would leave out what is to stay on one page and is higher than it.
  if (end.reduce((sum, flow) => sum + heightOfFlow(sheet, flow), 0) > mostKept) return [...content, ...signatures]
  return [...content.slice(0, from), { stack: [...end, ...signatures], unbreakable: true }]
}

/** A line for each party to sign on, on one page. */
function signaturesOf(sheet: Sheet, { seller, buyer, language }: ContractDocument): Flow[] {
  const words = texts[language]
  const line: TableLayout = {
    ...none,
    hLineWidth: (row) => (row === 0 ? 0.6 : 0),
    hLineColor: () => ink,
    paddingTop: () => 2,
  }
  const field = (label: string, above: number): Flow => ({
    table: { widths: ['*'], body: [[{ text: [{ text: label, fontSize: 8, color: faint, part: sheet.part('P') }] }]] },
    layout: line,
    margin: [0, above, 0, 0],
  })
  const column = (name: string): Flow & { width: '*' } => {
    const title: Flow = { text: [{ text: name, bold: true, part: sheet.part('P') }] }
    return { width: '*', stack: [title, field(words.placeAndDate, 34), field(words.signature, 44)] }
  }
  return [
    {
      columns: [column(seller.legalName ?? ''), column(buyer.name)],
      columnGap: 40,
      unbreakable: true,
      margin: [0, 30, 0, 0],
    },
  ]
}
