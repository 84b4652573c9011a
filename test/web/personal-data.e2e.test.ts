import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { Role } from '#core/access/policy'
import { describeInBrowser, everyPageIsSound, inBrowser } from './in-browser.ts'
import { dialogOf, at as to } from './screens/step.ts'

const web = inBrowser()
const { at, openAs } = web

const makeClient = async () => {
  const name = `Löschfall ${randomUUID().slice(0, 8)}`
  const { body } = await at.owner.rest('POST', '/clients', { name, email: `${randomUUID()}@weg.example` })
  return { name, id: body.id as string }
}

describeInBrowser('personal data', () => {
  test('is shown, exported and erased', async () => {
    const { name, id } = await makeClient()
    await at.owner.rest('POST', '/projects', { name: 'Umbau', client_id: id })
    const { page, complaints, close } = await openAs(Role.owner, 'de', `/clients/${id}`)
    await page.getByRole('button', { name: 'Gespeicherte Daten' }).click()
    const row = page.getByRole('row', { name: /Stammdaten des Kunden/ })
    await row.waitFor()
    expect(await row.textContent()).toContain('wird gelöscht')
    expect(
      await page
        .getByRole('row', { name: /Projekte/ })
        .first()
        .textContent(),
    ).toContain('wird anonymisiert')
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Als ZIP herunterladen' }).click(),
    ])
    expect(file.suggestedFilename()).toMatch(/^personal-data_[\d-]{10}\.zip$/)
    await page.getByRole('dialog').getByRole('button', { name: 'Löschen' }).click()
    const question = page.getByRole('alertdialog', { name: `Daten von ${name} löschen?` })
    await question.getByRole('button', { name: 'Löschen' }).click()
    await page.waitForURL(/\/clients$/)
    expect((await at.owner.rest('GET', `/clients/${id}`)).status).toBe(404)
    expect(complaints).toEqual([])
    await close()
  })

  test('cannot be erased while business is open, or by others than administrators', async () => {
    const { id } = await makeClient()
    await at.owner.rest('POST', '/invoices', {
      ...{ client_id: id, issue_date: '2026-01-31', due_date: '2026-02-14' },
      line_items: [{ description: 'Beratung', quantity: 1, unit: 'HUR', unit_price_cents: 10000, tax_rate: 19 }],
    })
    const admin = await openAs(Role.admin, 'en', `/clients/${id}`)
    await admin.page.getByRole('button', { name: 'Stored data' }).click()
    await admin.page.getByText("Can't erase yet").waitFor()
    expect(await admin.page.getByRole('dialog').getByRole('button', { name: 'Erase' }).count()).toBe(0)
    await admin.close()
    const member = await openAs(Role.member, 'en', `/clients/${id}`)
    await member.page.getByRole('button', { name: 'Delete' }).waitFor()
    expect(await member.page.getByRole('button', { name: 'Stored data' }).count()).toBe(0)
    await member.close()
  })

  everyPageIsSound(web, Role.owner, {
    'stored-data': async (where) => {
      await to(`/clients/${(await makeClient()).id}`)(where)
      await where.page.getByRole('button', { name: /^(Gespeicherte Daten|Stored data)$/ }).click()
      await (await dialogOf(where.page)).getByRole('table').waitFor()
    },
  })
})
