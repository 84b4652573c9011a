import { formatNumber } from '#core/money/decimal'
import { escapeXml } from '#core/text/escape-xml'
import type { Language } from '#core/text/language'
import { formatUnit } from '#core/text/units'
import type { GuestPageContent } from '#features/people/guest-page/guest-page.html'
import { groupUntaxedLines, hasTaxedLines } from '../invoices/document/invoice.document.ts'
import { formatDay, formatMoney, invoiceTexts } from '../invoices/document/invoice.texts.ts'
import { buildTotalLines } from '../invoices/document/total-lines.ts'
import type { DocumentToSign } from './document-to-sign.type.ts'
import { formatTimestamps } from './evidence/evidence.texts.ts'
import { maxSignerNameLength } from './evidence/signature.limits.ts'
import { messages } from './signing-page.messages.ts'

/** Submitted values, and their errors. */
export interface SubmittedForm {
  name?: string
  typed?: string
  reason?: string
  errors?: readonly { field: string | undefined; message: string }[]
}

/** With forms to sign and to decline while it is open. */
export function renderSigningPage({
  document,
  name,
  contentHtml,
  language,
  token,
  pdf,
  entered,
}: {
  document: DocumentToSign
  /** Its title with number. */
  name: string
  /** Null for plain text. */
  contentHtml: string | null
  language: Language
  token: string
  pdf: string
  entered: SubmittedForm
}): GuestPageContent {
  const say = messages[language]
  const { seller, validUntil, state, signerName, signedAt, content } = document
  const place = [seller.street, [seller.postalCode, seller.city].filter(Boolean).join(' ')].filter(Boolean).join(', ')
  const contact = [seller.email, seller.phone].filter(Boolean).join('\u00a0· ')
  const when = signedAt ? formatTimestamps(new Date(signedAt), language).berlin : null
  const stands = { open: '', signed: say.signed(signerName, when), rejected: say.rejected }[state]
  const written = `<h1 lang="${document.language}">${escapeXml(name)}</h1>
<p class="meta">${[
    escapeXml([say.from(seller.name), place].filter(Boolean).join(', ')),
    ...(state === 'open' && validUntil ? [escapeXml(say.until(formatDay(validUntil, language)))] : []),
    ...describeTerms(document, language).map(escapeXml),
    ...(contact ? [escapeXml(`${say.questions} ${contact}`)] : []),
  ].join('<br>')}</p>
${stands ? `<p class="state${state === 'signed' ? ' good' : ''}" role="status">${escapeXml(stands)}</p>` : ''}
${renderAlert(entered)}
<p><a href="${pdf}">${state === 'signed' ? say.pdf.signed : say.pdf.open}</a></p>
${renderItems(document, language)}
${content ? `<section class="text" lang="${document.language}">${contentHtml ?? renderParagraphs(content)}</section>` : ''}
${state === 'open' ? renderForms(language, token, entered) : ''}`
  return { title: escapeXml(`${name} – ${seller.name}`), language, content: written }
}

function describeTerms({ startsOn, endsOn, noticePeriodDays }: DocumentToSign, language: Language): string[] {
  const { terms } = messages[language]
  return [
    startsOn && terms.starts(formatDay(startsOn, language)),
    endsOn && terms.ends(formatDay(endsOn, language)),
    noticePeriodDays !== null && terms.notice(noticePeriodDays),
  ].filter((term) => typeof term === 'string')
}

const renderAlert = ({ errors = [] }: SubmittedForm) =>
  errors.length
    ? `<div class="alert" role="alert">${errors.map(({ message }) => `<p>${escapeXml(message)}</p>`).join('')}</div>`
    : ''

/** Items and sums as the document has them. */
function renderItems({ lineItems, taxBreakdown, totalCents }: DocumentToSign, language: Language): string {
  const { items } = messages[language]
  const { columns, percent, discount, total } = invoiceTexts[language]
  if (totalCents === null) return ''
  const priced = { language, lines: lineItems, taxBreakdown, subtotalCents: sumNetCents(taxBreakdown) }
  const sums = [...buildTotalLines(priced), [total, formatMoney(totalCents, language)]]
  const untaxed = groupUntaxedLines(priced)
  const laws = untaxed.flatMap(({ reason, netCents }) =>
    reason ? `${reason}${untaxed.length > 1 ? `: ${formatMoney(netCents, language)}` : ''}.` : [],
  )
  const isTaxed = hasTaxedLines(priced)
  const rows = lineItems.map((line) => {
    const less = line.discountPercent ? `\n${discount(formatNumber(line.discountPercent, language))}` : ''
    const quantity = `${formatNumber(line.quantity, language)} ${formatUnit(line.unit, line.quantity, language)}`
    return `<tr><td class="main">${escapeXml(`${line.description}${less}`)}</td>${[
      renderFigure(columns.quantity, quantity),
      renderFigure(columns.price, formatMoney(line.unitPriceCents, language)),
      ...(isTaxed ? [renderFigure(columns.tax, percent(formatNumber(line.taxRate, language)))] : []),
      renderFigure(columns.net, formatMoney(line.netCents, language)),
    ].join('')}</tr>`
  })
  const heads = [columns.quantity, columns.price, ...(isTaxed ? [columns.tax] : []), columns.net]
  return `<section><h2>${items.title}</h2>
<div class="tabled"><table class="table" role="table" aria-label="${items.title}">
<thead><tr><th scope="col">${items.description}</th>${heads.map((each) => `<th scope="col" class="figure">${each}</th>`).join('')}</tr></thead>
<tbody>${rows.join('\n')}</tbody></table></div>
<dl class="sums">${sums.map(([label, sum]) => `<div><dt>${escapeXml(label)}</dt><dd>${escapeXml(sum)}</dd></div>`).join('\n')}</dl>
${laws.map((law) => `<p>${escapeXml(law)}</p>`).join('\n')}</section>`
}

const sumNetCents = (amounts: readonly { netCents: number }[]) =>
  amounts.reduce((sum, { netCents }) => sum + netCents, 0)

const renderFigure = (label: string, text: string) => `<td class="figure" data-label="${label}">${escapeXml(text)}</td>`

const renderParagraphs = (text: string) =>
  text
    .split(/\n{2,}/)
    .map((paragraph) => `<p>${escapeXml(paragraph).replaceAll('\n', '<br>')}</p>`)
    .join('\n')

function renderForms(
  language: Language,
  token: string,
  { name = '', typed = '', reason = '', errors = [] }: SubmittedForm,
): string {
  const say = messages[language]
  const invalid = (field: string) => (errors.some((each) => each.field === field) ? ' aria-invalid="true"' : '')
  return `<section><h2>${say.signature}</h2>
<form method="post" action="/sign/${token}" data-sign>
<label for="name">${say.name}</label>
<input type="text" id="name" name="name" value="${escapeXml(name)}" maxlength="${maxSignerNameLength}" autocomplete="name" required${invalid('name')}>
<fieldset><legend>${say.signature}</legend>
<div class="modes" hidden><button type="button" data-mode="draw" aria-pressed="false">${say.draw}</button><button type="button" data-mode="type" aria-pressed="false">${say.type}</button></div>
<div data-pad="draw" hidden><canvas role="img" aria-label="${say.pad}"></canvas><button type="button" data-clear>${say.clear}</button></div>
<div data-pad="type"><label for="typed">${say.typed}</label>
<input type="text" id="typed" name="typed" class="typed" value="${escapeXml(typed)}" maxlength="${maxSignerNameLength}" autocomplete="off"${invalid('signature')}></div>
<input type="hidden" name="drawn" value="">
</fieldset>
<p>${say.binding}</p>
<button class="primary" name="action" value="sign">${say.sign}</button>
</form></section>
<section><h2>${say.declining}</h2>
<form method="post" action="/sign/${token}">
<label for="reason">${say.reason}</label>
<textarea id="reason" name="reason" rows="2" maxlength="2000">${escapeXml(reason)}</textarea>
<button name="action" value="reject">${say.reject}</button>
</form></section>`
}

/** Texts for a link that leads nowhere. */
export const linkErrorMessages = (language: Language, status: number) =>
  messages[language].gone[status === 404 || status === 410 ? status : 'other']
