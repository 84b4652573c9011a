import type { Demo, DemoPart, DemoStep } from '#core/feature/demo'
import { addDays } from '#core/time/clock'

interface DraftAnswer {
  id: string
  total_cents: number
}

/** A year of billing: monthly hours and some fixed prices, mostly paid. */
export const invoiceDemo: DemoPart = {
  title: { de: 'Rechnungen', en: 'Invoices' },
  // Numbers must follow the dates.
  inOrder: true,
  steps: (demo) => monthsOf(demo.today).flatMap((month) => stepsOf(demo, month)),
}

const withoutMail = { channel: 'none' }

interface Month {
  from: string
  to: string
  isCurrent: boolean
}

function stepsOf(demo: Demo, month: Month): DemoStep[] {
  const { language, random, made, owner, call } = demo
  return made.clients.flatMap((client, index) => {
    const fate = { delay: random.between(-8, 25), isPaid: random.chance(0.94), isPart: random.chance(0.05) }
    // The client without an address, because credit notes are mailed at once.
    const isCredited = index === 3 && month.to.endsWith('-01-31')
    const fixed = random.chance(0.06) || isCredited ? fixedPrice(language, random.between(8, 60) * 10_000) : null
    const issueDate = month.to
    const create = (body: object) =>
      call<DraftAnswer>(owner, 'POST', '/invoices', {
        client_id: client.id,
        issue_date: issueDate,
        due_date: issueDate,
        ...body,
      })
    const draft = async () => {
      if (!(await billedTime(demo, client.id, month))) await create(fixedPrice(language, 90_000))
    }
    const bill = async (body: object | null) => {
      const draft = body ? await create(body) : await billedTime(demo, client.id, month)
      if (!draft) return
      const dueDate = addDays(issueDate, 14)
      const paidAt = addDays(dueDate, fate.delay)
      const terms = index % 4 === 1 ? { cash_discount_percent: 2, cash_discount_days: 7 } : {}
      await call(owner, 'PUT', `/invoices/${draft.id}`, { issue_date: issueDate, due_date: dueDate, ...terms })
      await call(owner, 'POST', `/invoices/${draft.id}/send`, withoutMail)
      if (isCredited && body) await call(owner, 'POST', `/invoices/${draft.id}/credit-note`)
      if ((isCredited && body) || paidAt > demo.today || !fate.isPaid) return
      const cents = fate.isPart ? Math.floor(draft.total_cents / 2) : draft.total_cents
      const payment = { amount_cents: cents, paid_at: paidAt, method: 'bank_transfer' }
      if (cents > 0) await call(owner, 'POST', `/invoices/${draft.id}/payments`, payment)
    }
    // The current month is partly on drafts.
    if (month.isCurrent) return index % 10 ? [] : [draft]
    return fixed ? [() => bill(null), () => bill(fixed)] : [() => bill(null)]
  })
}

/** Bills a client's time of a month; null if there was none. */
async function billedTime({ owner, call }: Demo, clientId: string, { from, to }: Month): Promise<DraftAnswer | null> {
  const { total } = await call<{ total: number }>(
    owner,
    'GET',
    `/time-entries?client_id=${clientId}&from=${from}&to=${to}&billable=true&invoiced=false&per_page=1`,
  )
  if (!total) return null
  return call<DraftAnswer>(owner, 'POST', '/invoices/from-time-entries', { client_id: clientId, from, to })
}

const fixedPrice = (language: Demo['language'], cents: number) => ({
  line_items: [
    {
      description: texts[language].workshop,
      quantity: 1,
      unit: 'DAY',
      unit_price_cents: cents,
      tax_rate: 19,
      tax_category: 'S',
    },
    { description: texts[language].licence, quantity: 2, unit_price_cents: 4900, tax_rate: 19, tax_category: 'S' },
  ],
})

const texts = {
  de: {
    workshop: 'Workshop vor Ort\nVorbereitung, Durchführung, Protokoll',
    licence: 'Schriftlizenz, ein Arbeitsplatz',
  },
  en: { workshop: 'Workshop on site\nPreparation, sessions, minutes', licence: 'Font licence, one seat' },
} as const

/** Thirteen calendar months up to today, oldest first. */
function monthsOf(today: string): Month[] {
  const [year = 0, month = 0] = today.split('-').map(Number)
  return Array.from({ length: 13 }, (_, index) => {
    const first = new Date(Date.UTC(year, month - 13 + index, 1)).toISOString().slice(0, 10)
    const last = new Date(Date.UTC(year, month - 12 + index, 0)).toISOString().slice(0, 10)
    return { from: first, to: last, isCurrent: index === 12 }
  })
}
