import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { Role } from '#core/access/policy'
import { runAxe } from '../harness/browser.ts'
import { describeInBrowser, everyPageIsSound, inBrowser } from './in-browser.ts'
import { contractScreens } from './screens/contracts.ts'
import { dialogIsSeen } from './screens/step.ts'

const web = inBrowser()
const { at, openAs } = web

const said = {
  de: {
    ...{ contracts: 'Verträge', newContract: 'Neuer Vertrag', client: 'Kunde', title: 'Titel', send: 'Senden' },
    ...{
      content: 'Vertragstext',
      notice: 'Kündigungsfrist in Tagen',
      period: 'Kündigungsfrist30 Tage',
      sent: 'wurde an',
    },
    ...{ signature: 'Unterschrift', cancel: 'Kündigen', record: 'Kündigung eintragen', ends: /^Gekündigt zum / },
    ...{ resend: 'Erneut senden', revoke: 'Link widerrufen', revoked: 'Der Link wurde widerrufen.' },
    ...{
      withdraw: 'Zurückziehen',
      withdrawn: 'Der Vertrag wurde zurückgezogen.',
      save: 'Speichern',
      saved: 'Gespeichert.',
    },
    ...{ elsewhere: 'inzwischen an anderer Stelle geändert', reload: 'Neuen Stand laden', last: 'Letzter Tag' },
    ...{ delete: 'Entwurf löschen', sure: 'Löschen' },
  },
  en: {
    ...{ contracts: 'Contracts', newContract: 'New contract', client: 'Client', title: 'Title', send: 'Send' },
    ...{
      content: 'Contract text',
      notice: 'Notice period in days',
      period: 'Notice period30 days',
      sent: 'was sent to',
    },
    ...{ signature: 'Signature', cancel: 'Cancel contract', record: 'Record notice', ends: /^Ends on .*2\d{3}\.$/ },
    ...{ resend: 'Resend', revoke: 'Revoke link', revoked: 'Link revoked.' },
    ...{ withdraw: 'Withdraw', withdrawn: 'Contract withdrawn.', save: 'Save', saved: 'Saved.' },
    ...{ elsewhere: 'was changed somewhere else', reload: 'Load it as it is now', last: 'Last day' },
    ...{ delete: 'Delete draft', sure: 'Delete' },
  },
} as const

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true }).waitFor()

async function newClient(name: string) {
  const email = `${name.replace(/\W/g, '').toLowerCase()}@kunde.example`
  const address = { street: 'Am Hafen 2', postal_code: '24103', city: 'Kiel', country: 'DE' }
  return (await at.owner.rest('POST', '/clients', { name, email, ...address })).body
}
async function newContract(name: string, given: object = {}) {
  const client = await newClient(name)
  const { body } = await at.owner.rest('POST', '/contracts', {
    ...{ client_id: client.id, title: `Wartung ${name}`, content: '# Leistungen\n\nWas zu tun ist.' },
    ...given,
  })
  return body
}
const sentContract = async (name: string, given: object = {}) =>
  (await at.owner.rest('POST', `/contracts/${(await newContract(name, given)).id}/send`)).body

describeInBrowser('contracts', () => {
  beforeAll(async () => {
    const seller = { legal_name: 'Werkstatt GmbH', street: 'Speicherstraße 1', postal_code: '20457', city: 'Hamburg' }
    expect((await at.owner.rest('PUT', '/organization', seller)).status).toBe(200)
  })
  everyPageIsSound(web, Role.owner, contractScreens)

  test.each(['de', 'en'] as const)(
    'goes from the palette to a signed contract that is terminated: %s',
    async (language) => {
      const words = said[language]
      await newClient(`Wer anderes ${language}`)
      const client = await newClient(`Segel Voss ${language}`)
      const { page, complaints, close } = await openAs(Role.accountant, language)
      await page.getByRole('link', { name: words.contracts, exact: true }).click()
      await heading(page, words.contracts)
      await page.keyboard.press('Control+k')
      await page.getByRole('dialog').waitFor()
      await page.keyboard.type(words.newContract.toLowerCase())
      await page.getByRole('option', { name: words.newContract }).waitFor()
      await page.keyboard.press('Enter')
      await heading(page, words.newContract)
      await page.getByRole('combobox', { name: words.client, exact: true }).fill(client.name)
      await page.getByRole('option', { name: client.name }).click()
      await page.getByLabel(words.title, { exact: true }).fill('Pflege der Takelage')
      await page.getByLabel(words.notice).fill('30')
      await page.getByLabel(words.content).fill('# § 1\n\nWas **jedes** Jahr zu tun ist.')
      await page.getByRole('button', { name: words.send, exact: true }).click()
      await page.getByRole('dialog').getByRole('button', { name: words.send, exact: true }).click()
      await page.getByText(words.sent).waitFor()
      await heading(page, 'Pflege der Takelage')
      await page.getByRole('heading', { name: words.signature }).waitFor()
      await page.getByText(client.email).first().waitFor()
      expect(await page.locator('.facts div').allTextContents()).toContain(words.period)

      // The client signs elsewhere, which the service knows by the link; this page shows it without a reload.
      const id = page.url().split('/').at(-1)
      await at.app.system.query(
        "update contracts set status = 'signed', signed_at = now(), signer_name = 'Ina Voss', version = version + 1 where id = $1",
        [id],
      )
      await page.reload()
      await page.getByText(/(von|by) Ina Voss$/).waitFor()
      await page.getByRole('button', { name: words.cancel, exact: true }).click()
      const dialog = page.getByRole('alertdialog')
      // Earlier than the notice period allows: the field says so, and nothing has happened.
      await dialog.getByLabel(words.last).fill('2026-01-01')
      await dialog.getByRole('button', { name: words.record }).click()
      await dialog.locator('.field-error').waitFor()
      await dialog.getByLabel(words.last).fill('')
      await dialog.getByRole('button', { name: words.record }).click()
      await page.getByText(words.ends).waitFor()
      // From anywhere it is found by what it is called.
      await page.keyboard.press('Control+k')
      await page.getByRole('dialog').waitFor()
      await page.keyboard.type('takelage')
      await page.getByRole('group', { name: words.contracts }).getByRole('option').first().waitFor()
      await page.keyboard.press('Escape')
      const { body } = await at.owner.rest('GET', `/contracts/${id}`)
      expect([body.status, body.content, body.notice_period_days]).toEqual([
        'cancelled',
        '# § 1\n\nWas **jedes** Jahr zu tun ist.',
        30,
      ])
      expect(Date.parse(body.terminates_on) - Date.parse(body.noticed_on)).toBe(30 * 86_400_000)
      expect(complaints).toEqual([])
      await close()
    },
  )

  test.each(['de', 'en'] as const)(
    'are sent again, have their link revoked and are withdrawn: %s',
    async (language) => {
      const words = said[language]
      const contract = await sentContract(`Netz Marten ${language}`)
      const { page, complaints, close } = await openAs(Role.admin, language, `/contracts/${contract.id}`)
      await page.getByRole('button', { name: words.resend }).click()
      await page.getByRole('dialog').getByRole('button', { name: words.send, exact: true }).click()
      await page.getByText(words.sent).waitFor()
      await page.getByRole('button', { name: words.revoke }).click()
      await page.getByRole('alertdialog').getByRole('button', { name: words.revoke }).click()
      await page.getByText(words.revoked).waitFor()
      expect(await page.getByRole('button', { name: words.revoke }).count()).toBe(0)
      await page.getByRole('button', { name: words.withdraw }).click()
      await page.getByRole('alertdialog').getByRole('button', { name: words.withdraw }).click()
      await page.getByText(words.withdrawn).waitFor()
      expect(await page.getByRole('button', { name: words.resend }).count()).toBe(0)
      expect((await at.owner.rest('GET', `/contracts/${contract.id}`)).body.status).toBe('cancelled')
      expect(complaints).toEqual([])
      await close()
    },
  )

  test.each(['de', 'en'] as const)(
    'report concurrent changes of a draft without losing either: %s',
    async (language) => {
      const words = said[language]
      const { id } = await newContract(`Zwei Zander ${language}`)
      const { page, complaints, close } = await openAs(Role.owner, language, `/contracts/${id}`)
      await page.getByLabel(words.title, { exact: true }).fill('Von mir')
      await at.owner.rest('PUT', `/contracts/${id}`, { title: 'Von anderen' })
      await page.getByRole('button', { name: words.save, exact: true }).click()
      await page.getByText(words.elsewhere).waitFor()
      expect(await page.getByLabel(words.title, { exact: true }).inputValue()).toBe('Von mir')
      await page.getByRole('button', { name: words.reload }).click()
      expect(await page.getByLabel(words.title, { exact: true }).inputValue()).toBe('Von anderen')
      await page.getByLabel(words.title, { exact: true }).fill('Zusammen')
      await page.getByRole('button', { name: words.save, exact: true }).click()
      await page.getByText(words.saved).waitFor()
      expect((await at.owner.rest('GET', `/contracts/${id}`)).body.title).toBe('Zusammen')
      await page.getByRole('button', { name: words.delete }).click()
      await page.getByRole('alertdialog').getByRole('button', { name: words.sure }).click()
      await heading(page, words.contracts)
      expect((await at.owner.rest('GET', `/contracts/${id}`)).status).toBe(404)
      expect(complaints).toEqual([])
      await close()
    },
  )

  test.each([
    ['de', 'Ort', 'PLZ', 'Straße', 'Es fehlen Angaben Ihrer Organisation: Ort.'],
    ['en', 'City', 'Postal code', 'Street', 'Details of your organization are missing: City.'],
  ] as const)('complete missing party data when sending, by those who may: %s', async (...given) => {
    const [language, city, postalCode, street, lacks] = given
    const words = said[language]
    const client = await at.owner.rest('POST', '/clients', { name: `Lücke ${language}`, country: 'DE' })
    const terms = { client_id: client.body.id, title: 'Wartung', content: 'Was zu tun ist.' }
    const { id } = (await at.owner.rest('POST', '/contracts', terms)).body
    await at.app.system.query('update organizations set city = null where id = $1', [at.organizationId])
    const refused = await at.owner.rest('POST', `/contracts/${id}/send`, { channel: 'none' })
    expect(refused.body.errors.map(({ field }: { field: string }) => field)).toEqual([
      ...['organization.city', 'client.street', 'client.postal_code', 'client.city'],
    ])

    const accountant = await openAs(Role.accountant, language, `/contracts/${id}?send=true`)
    await accountant.page.getByText(lacks).waitFor()
    expect(await accountant.page.getByRole('dialog').getByRole('textbox').count()).toBe(0)
    await accountant.close()

    const { page, complaints, close } = await openAs(Role.owner, language, `/contracts/${id}?send=true`)
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(street, { exact: true }).fill('Am Hafen 2')
    await dialog.getByLabel(postalCode, { exact: true }).fill('24103')
    await dialog.getByLabel(city, { exact: true }).first().fill('Hamburg')
    await dialog.getByLabel(city, { exact: true }).last().fill('Kiel')
    await dialog
      .getByRole('textbox', { name: /E-?Mail/i })
      .first()
      .fill(`luecke-${language}@kunde.example`)
    await dialogIsSeen(page)
    expect(await runAxe(page)).toEqual([])
    await dialog.getByRole('button', { name: words.send, exact: true }).click()
    await page.getByText(words.sent).waitFor()
    expect((await at.owner.rest('GET', `/clients/${client.body.id}`)).body).toMatchObject({
      ...{ street: 'Am Hafen 2', postal_code: '24103', city: 'Kiel', email: `luecke-${language}@kunde.example` },
    })
    expect((await at.owner.rest('GET', '/organization')).body.city).toBe('Hamburg')
    expect(complaints).toEqual([])
    await close()
  })

  test('are read-only for bookkeepers and hidden from workers', async () => {
    const contract = await sentContract('Lese Lehmann')
    const auditor = await openAs(Role.auditor, 'de', `/contracts/${contract.id}`)
    await auditor.page.getByRole('heading', { name: 'Unterschrift' }).waitFor()
    expect(await auditor.page.locator('main').getByRole('button').count()).toBe(0)
    await auditor.close()
    const viewer = await openAs(Role.viewer, 'de', '/contracts')
    await viewer.page.getByRole('heading', { name: 'Dafür fehlt Ihnen das Recht' }).waitFor()
    expect(await viewer.page.getByRole('link', { name: 'Verträge' }).count()).toBe(0)
    await viewer.close()
  })

  test('show the recipient of a link, but never its secret', async () => {
    const { id } = await sentContract('Link Lohse')
    const { data } = (await at.owner.graphql(
      `{ contract(id: "${id}") { previewUrl signingLink { sentTo openedAt endedAt } } }`,
    )) as { data: { contract: { previewUrl: string; signingLink: object } } }
    expect(data.contract.signingLink).toEqual({ sentTo: ['linklohse@kunde.example'], openedAt: null, endedAt: null })
    const picture = await fetch(data.contract.previewUrl.replace(/^https?:\/\/[^/]+/, web.base()))
    expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/webp'])
  })
})
