import { countryName } from '#core/text/countries'
import { drawFlow, type FlowBlock, type TableLayout, type TextRun } from '#documents/flow'
import { measureFlowHeight } from '#documents/flow-measure'
import { drawContinuationHeader, drawFooters, drawSenderHeader, drawWatermark } from '#documents/letter-layout'
import { parseMarkdown } from '#documents/markdown'
import { markdownToFlow, maxUnbreakableHeight } from '#documents/markdown-flow'
import { mutedColor, PdfCanvas, textColor } from '#documents/pdf-canvas'
import { savePdfA } from '#documents/pdfa'
import type { DocumentBuyer, DocumentSeller } from '../../invoices/document/invoice.document.ts'
import { formatDay } from '../../invoices/document/invoice.texts.ts'
import { buildSender } from '../../invoices/document/sender.ts'
import type { ContractDocument } from './contract.document.ts'
import { contractTexts } from './contract.texts.ts'

/** Renders tagged PDF/A-3a, with a watermark for a draft. The same input renders the same bytes. */
export async function renderContractPdf(document: ContractDocument): Promise<Uint8Array> {
  const { language, number, accentColor, title } = { ...document, ...document.seller }
  const words = contractTexts[language]
  const sender = await buildSender(document)
  const { logo: _, content, ...written } = document
  const markdown = parseMarkdown(content)
  const text = JSON.stringify([written, sender.footer, markdown.text, '•☐☑'])
  const { styled } = markdown
  const canvas = await PdfCanvas.create({ language, accentColor, text, styled }, (page) =>
    drawContinuationHeader(page, words.title(number), sender.name),
  )
  drawSenderHeader(canvas, sender)
  const head = titleBlocks(canvas, document)
  const body = markdownToFlow(canvas, markdown, canvas.addElement('Sect'))
  drawFlow(canvas, [...head, ...keepSignaturesTogether(canvas, body, signatureBlocks(canvas, document))], body.items)
  drawFooters(canvas, sender, words.pageOf)
  if (number === null) drawWatermark(canvas, words.draft)
  canvas.writeStructureTree()
  const at = new Date(document.createdAt)
  return savePdfA(
    canvas.document,
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

function titleBlocks(canvas: PdfCanvas, document: ContractDocument): FlowBlock[] {
  const { language, title, seller, buyer } = document
  const words = contractTexts[language]
  const of = (text: string, style: Partial<TextRun> = {}): TextRun => ({ text, part: canvas.addElement('P'), ...style })
  const heading: FlowBlock = {
    text: [{ text: title, part: canvas.addElement('H1') }],
    fontSize: 18,
    bold: true,
    margin: [0, 0, 0, 10],
  }
  const quiet = (text: string): FlowBlock => ({ text: [of(text, { color: mutedColor })], margin: [0, 0, 0, 4] })
  return [
    heading,
    quiet(words.between),
    partyBlock(canvas, seller.legalName ?? '', seller, document),
    quiet(words.and),
    partyBlock(canvas, buyer.name, buyer, document),
    termsBlock(canvas, document),
  ]
}

type Party = Pick<
  DocumentSeller | DocumentBuyer,
  'street' | 'postalCode' | 'city' | 'country' | 'vatId' | 'contactName'
>

function partyBlock(canvas: PdfCanvas, name: string, of: Party, { language }: ContractDocument): FlowBlock {
  const words = contractTexts[language]
  const lines = [
    of.street,
    [of.postalCode, of.city].filter(Boolean).join(' '),
    of.country ? countryName(of.country, language) : null,
    of.vatId ? `${words.vatId} ${of.vatId}` : null,
  ].filter(Boolean)
  const part = canvas.addElement('P')
  return {
    text: [
      { text: name, bold: true, part },
      { text: `\n${lines.join('\n')}`, part },
    ],
    margin: [14, 0, 0, 8],
  }
}

/** Table of start, end and notice period. */
function termsBlock(canvas: PdfCanvas, document: ContractDocument): FlowBlock {
  const { language, number, date, startsOn, endsOn, noticePeriodDays } = document
  const words = contractTexts[language]
  const entries: [string, string | null][] = [
    [words.number, number],
    [words.date, formatDay(date, language)],
    [words.startsOn, startsOn && formatDay(startsOn, language)],
    [
      words.endsOn,
      endsOn ? formatDay(endsOn, language) : startsOn || noticePeriodDays !== null ? words.unlimited : null,
    ],
    [words.notice, noticePeriodDays === null ? null : words.days(noticePeriodDays)],
  ]
  const table = canvas.addElement('Table')
  const body = entries.flatMap(([label, value]): FlowBlock[][] => {
    if (!value) return []
    const row = canvas.addElement('TR', table)
    return [
      [
        { text: [{ text: label, color: mutedColor, part: canvas.addElement('TH', row, { scope: 'Row' }) }] },
        { text: [{ text: value, part: canvas.addElement('TD', row) }] },
      ],
    ]
  })
  return {
    table: { widths: ['auto', '*'], body },
    layout: { ...none, paddingRight: () => 16, paddingTop: () => 1.5, paddingBottom: () => 1.5 },
    margin: [0, 8, 0, 14],
  }
}

/** Keeps the end of the text, with its heading, on the page of the signatures. */
function keepSignaturesTogether(
  canvas: PdfCanvas,
  { content, headings }: ReturnType<typeof markdownToFlow>,
  signatures: FlowBlock[],
): FlowBlock[] {
  let from = Math.max(0, content.length - 1)
  while (from > 0 && headings.has(content[from - 1] as FlowBlock)) from -= 1
  const end = content.slice(from)
  // pdfmake omits an unbreakable block that is higher than a page.
  if (end.reduce((sum, flow) => sum + measureFlowHeight(canvas, flow), 0) > maxUnbreakableHeight)
    return [...content, ...signatures]
  return [...content.slice(0, from), { stack: [...end, ...signatures], unbreakable: true }]
}

/** A signature line per party, on one page. */
function signatureBlocks(canvas: PdfCanvas, { seller, buyer, language }: ContractDocument): FlowBlock[] {
  const words = contractTexts[language]
  const line: TableLayout = {
    ...none,
    hLineWidth: (row) => (row === 0 ? 0.6 : 0),
    hLineColor: () => textColor,
    paddingTop: () => 2,
  }
  const field = (label: string, above: number): FlowBlock => ({
    table: {
      widths: ['*'],
      body: [[{ text: [{ text: label, fontSize: 8, color: mutedColor, part: canvas.addElement('P') }] }]],
    },
    layout: line,
    margin: [0, above, 0, 0],
  })
  const column = (name: string): FlowBlock & { width: '*' } => {
    const title: FlowBlock = { text: [{ text: name, bold: true, part: canvas.addElement('P') }] }
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
