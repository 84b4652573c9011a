import type { Demo, DemoPart, DemoStep } from '#core/feature/demo'
import { addDays } from '#core/time/clock'

/** What becomes of the demo's quotes, one after the other. */
const fates = ['converted', 'sent', 'draft', 'rejected', 'signed'] as const

/** One quote a client, in each state that people bring about. */
export const quoteDemo: DemoPart = {
  title: { de: 'Angebote', en: 'Quotes' },
  // Numbers follow the dates.
  inOrder: true,
  steps: (demo) =>
    demo.made.clients
      .map((client, index) => ({ client, fate: fates[index % fates.length], daysAgo: demo.random.between(1, 25) }))
      .sort((one, other) => other.daysAgo - one.daysAgo)
      .map(({ client, fate, daysAgo }) => stepOf(demo, client.id, fate, addDays(demo.today, -daysAgo))),
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
  },
  en: {
    thanks: 'Thank you for your enquiry. We are pleased to offer you:',
    concept: 'Concept\nInterviews, draft, review',
    design: 'Design and implementation',
    tooMuch: 'The budget for this year is spent.',
    signer: 'Kim Sommer',
    byMail: 'accepted by email',
  },
} as const
