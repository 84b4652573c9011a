import type { Demo, DemoPart, DemoStep } from '#core/feature/demo'
import { addDays } from '#core/time/clock'

/** Outcomes of the demo quotes, in rotation. */
const fates = ['converted', 'sent', 'draft', 'rejected', 'signed'] as const

export const quoteDemo: DemoPart = {
  title: { de: 'Angebote', en: 'Quotes' },
  // Numbers must follow the dates.
  inOrder: true,
  steps: (demo) => [
    () => expired(demo),
    ...demo.made.clients
      .map((client, index) => ({ client, fate: fates[index % fates.length], daysAgo: demo.random.between(1, 25) }))
      .sort((one, other) => other.daysAgo - one.daysAgo)
      .map(({ client, fate, daysAgo }) => stepOf(demo, client.id, fate, addDays(demo.today, -daysAgo))),
    () => finish(demo),
  ],
}

async function expired({ owner, language, today, made, call, daysAgo }: Demo) {
  const days = 40
  const { concept, thanks } = texts[language]
  await daysAgo(days, async () => {
    const { id } = await call<{ id: string }>(owner, 'POST', '/quotes', {
      client_id: made.clients[1]?.id,
      issue_date: addDays(today, -days),
      valid_until: addDays(today, 14 - days),
      introduction: thanks,
      line_items: [
        { description: concept, quantity: 3, unit: 'DAY', unit_price_cents: 95_000, tax_rate: 19, tax_category: 'S' },
      ],
    })
    await call(owner, 'POST', `/quotes/${id}/send`, { channel: 'none' })
  })
}

/** A quote of which a part is billed in advance. */
async function finish({ owner, language, today, made, call }: Demo) {
  const { advance, concept, design } = texts[language]
  const line = { unit: 'DAY', tax_rate: 19, tax_category: 'S' }
  const client_id = made.clients[0]?.id
  const post = (path: string, body: object = {}) => call<{ id: string }>(owner, 'POST', path, body)
  const quote = await post('/quotes', {
    ...{ client_id, issue_date: today, valid_until: addDays(today, 30) },
    line_items: [
      { ...line, description: concept, quantity: 4, unit_price_cents: 95_000 },
      { ...line, description: design, quantity: 10, unit_price_cents: 88_000 },
    ],
  })
  await post(`/quotes/${quote.id}/send`, { channel: 'none' })
  await post(`/quotes/${quote.id}/mark-signed`, { name: texts[language].signer, date: today })
  const part = await post('/invoices', {
    ...{ kind: 'advance', quote_id: quote.id, client_id, issue_date: today, due_date: addDays(today, 7) },
    line_items: [{ ...line, unit: 'C62', description: advance, quantity: 1, unit_price_cents: 400_000 }],
  })
  await post(`/invoices/${part.id}/send`, { channel: 'none' })
  const rest = await post(`/quotes/${quote.id}/convert-to-invoice`)
  await call(owner, 'PUT', `/invoices/${rest.id}`, { issue_date: today, due_date: addDays(today, 14) })
  await post(`/invoices/${rest.id}/send`, { channel: 'none' })
}

function stepOf(demo: Demo, client_id: string, fate: (typeof fates)[number] | undefined, issue_date: string): DemoStep {
  const { language, random, owner, call } = demo
  const words = texts[language]
  const line_items = [
    [words.concept, random.between(2, 8), 95_000],
    [words.design, random.between(4, 20), 88_000],
  ].map(([description, quantity, unit_price_cents]) => ({
    description,
    quantity,
    unit: 'DAY',
    unit_price_cents,
    tax_rate: 19,
    tax_category: 'S',
  }))
  return async () => {
    const act = (verb: string, body: object = {}) => call(owner, 'POST', `/quotes/${id}/${verb}`, body)
    const body = { client_id, issue_date, valid_until: addDays(issue_date, 30), introduction: words.thanks, line_items }
    const { id } = await call<{ id: string }>(owner, 'POST', '/quotes', body)
    if (fate === 'draft') return
    await act('send', { channel: 'none' })
    if (fate === 'rejected') await act('reject', { reason: words.tooMuch })
    if (fate === 'signed' || fate === 'converted')
      await act('mark-signed', { name: words.signer, date: demo.today, note: words.byMail })
    if (fate === 'converted') await act('convert-to-invoice')
  }
}

const texts = {
  de: {
    thanks: 'Vielen Dank für Ihre Anfrage. Gern bieten wir Ihnen an:',
    concept: 'Konzept\nAufnahme, Entwurf, Abstimmung',
    design: 'Gestaltung und Umsetzung',
    tooMuch: 'Das Budget ist für dieses Jahr vergeben.',
    signer: 'Kim Sommer',
    byMail: 'per E-Mail zugesagt',
    advance: 'Abschlag auf Konzept und Gestaltung',
  },
  en: {
    thanks: 'Thank you for your enquiry. We are pleased to offer you:',
    concept: 'Concept\nInterviews, draft, review',
    design: 'Design and implementation',
    tooMuch: 'The budget for this year is spent.',
    signer: 'Kim Sommer',
    byMail: 'accepted by email',
    advance: 'Advance on concept and design',
  },
} as const
