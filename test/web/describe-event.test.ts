import { afterEach, expect, test, vi } from 'vitest'

afterEach(() => {
  vi.resetModules()
  vi.unstubAllGlobals()
})

async function loadIn(language: 'de' | 'en') {
  vi.stubGlobal('document', { documentElement: {} })
  const { loadLocale } = await import('../../src/web/i18n/locale.ts')
  await loadLocale(language)
  const { formatActor, describeEvent } = await import('../../src/web/activity/describe-event.ts')
  const happened = (event: string, data: object, actor: { type: string; name: string }) =>
    ({ event, data, actor: { id: null, ...actor } }) as never
  const member = { type: 'user', name: 'Cora Rot' }
  return {
    text: (event: string, data: object) => describeEvent(happened(event, data, member)),
    changed: (event: string, data: object, changes: readonly string[]) =>
      describeEvent({ event, data, changes, actor: { id: null, type: 'system', name: 'Kontor' } } as never),
    by: (actor: { type: string; name: string }, event: string, data: object = {}) =>
      formatActor(happened(event, data, actor)),
  }
}

test.each([
  ['de', 'invoice.created', { number: null, kind: 'invoice' }, 'Rechnungsentwurf angelegt'],
  ['en', 'invoice.created', { number: null, kind: 'invoice' }, 'Draft invoice created'],
  ['de', 'invoice.deleted', { number: null, kind: 'credit_note' }, 'Entwurf einer Rechnungskorrektur gelöscht'],
  ['en', 'invoice.deleted', { number: null, kind: 'credit_note' }, 'Draft credit note deleted'],
  ['de', 'quote.updated', { number: null }, 'Angebotsentwurf geändert'],
  ['en', 'quote.updated', { number: null }, 'Draft quote changed'],
  ['de', 'contract.created', { number: null, title: 'Wartung' }, 'Vertragsentwurf Wartung angelegt'],
  ['en', 'contract.created', { number: null, title: 'Care' }, 'Draft contract Care created'],
  ['de', 'contract.signed', { number: 'V-2026-0001', title: 'Wartung' }, 'Vertrag V-2026-0001 unterschrieben'],
  ['de', 'invoice.paid', { number: 'RE-2026-0001', kind: 'invoice' }, 'Rechnung RE-2026-0001 bezahlt'],
  ['de', 'invoice.sent', { number: 'RK-2026-0001', kind: 'credit_note' }, 'Rechnungskorrektur RK-2026-0001 versendet'],
  ['de', 'reminder.sent', { level: 0 }, 'Zahlungserinnerung versendet'],
  ['en', 'reminder.sent', { level: 0 }, 'Friendly reminder sent'],
  ['de', 'reminder.sent', { level: 2 }, 'Mahnung versendet'],
] as const)('%s: describes %s of %j', async (language, event, data, expected) => {
  expect((await loadIn(language)).text(event, data)).toBe(expected)
})

test.each([
  ['de', ['delivery'], 'Rechnung RE-2026-0001 nicht zugestellt'],
  ['en', ['delivery'], 'Invoice RE-2026-0001 not delivered'],
  ['de', ['reminders'], 'Rechnung RE-2026-0001: Mahnung nicht zugestellt'],
  ['de', ['project_id'], 'Rechnung RE-2026-0001 geändert'],
] as const)('%s: describes an update of %j by the service', async (language, changes, expected) => {
  const { changed } = await loadIn(language)
  expect(changed('invoice.updated', { number: 'RE-2026-0001', kind: 'invoice' }, changes)).toBe(expected)
})

test.each([
  ['de', 'Gast'],
  ['en', 'Guest'],
] as const)('names a guest if the name is known: %s', async (language, guest) => {
  const { by } = await loadIn(language)
  const somebody = { type: 'public', name: 'public' }
  expect(by(somebody, 'booking.created', { name: 'Gerd Gast' })).toBe('Gerd Gast')
  expect(by(somebody, 'booking.cancelled', { name: '' })).toBe(guest)
  expect(by(somebody, 'quote.signed', { signer_name: 'Uwe Unter' })).toBe('Uwe Unter')
  expect(by(somebody, 'contract.signed', { signer_name: 'Uwe Unter' })).toBe('Uwe Unter')
  expect(by(somebody, 'quote.rejected', { signer_name: null })).toBe(guest)
  expect(by(somebody, 'client.created', { name: 'Nord GmbH' })).toBe(guest)
  expect(by({ type: 'user', name: 'Cora Rot' }, 'booking.cancelled', { name: 'Gerd Gast' })).toBe('Cora Rot')
})
