import { totpCode, totpStepAt } from '#core/access/totp'
import { at, dialogOf, type Step, signIn } from './step.ts'

/** The app from signing in on, in the order that somebody who has just come may see it in. */
export const appScreens: Readonly<Record<string, Step>> = {
  'sign-in': async ({ page }) => page.getByRole('heading', { level: 1 }).waitFor(),
  forgotten: async ({ page }) => page.getByRole('button', { name: /^(Passwort vergessen|Forgot)/ }).click(),
  'spent-link': async ({ page, base }) => {
    await page.goto(`${base}/app/reset-password#spent`)
    await page.getByRole('heading', { level: 1 }).waitFor()
  },
  clients: async (given) => {
    await given.page.goto(`${given.base}/app`)
    await signIn(given)
    await at('/clients')(given)
  },
  invoices: at('/invoices'),
  projects: at('/projects'),
  account: async ({ page }) => page.getByRole('button', { name: /^(Konto|Account)/ }).click(),
  settings: at('/settings'),
  profile: at('/settings/profile'),
  security: at('/settings/security'),
  'second-factor': async ({ page, password }) => {
    await page.getByRole('button', { name: /^(Einrichten|Set up)$/ }).click()
    const dialog = await dialogOf(page)
    await dialog.locator('input[type=password]').fill(password)
    await dialog.locator('button[type=submit]').click()
    await dialog.locator('.qr-code').waitFor()
  },
  'recovery-codes': async ({ page }) => {
    const dialog = await dialogOf(page)
    const secret = await dialog.locator('.copy-field input').inputValue()
    await dialog.locator('[name=code]').fill(totpCode(secret, totpStepAt(new Date())))
    await dialog.locator('button[type=submit]').click()
    await dialog.locator('.codes').waitFor()
  },
  'second-factor-off': async ({ page }) => {
    const code = await page.locator('.codes li').first().textContent()
    await page.getByRole('button', { name: /^(Ich habe sie gesichert|I have saved them)$/ }).click()
    await page.getByRole('button', { name: /^(Abschalten|Turn off)$/ }).click()
    const dialog = await dialogOf(page)
    await dialog.locator('[name=code]').fill(code ?? '')
    await dialog.locator('button[type=submit]').click()
    await dialog.waitFor({ state: 'detached' })
    await page.locator('.notice.good').waitFor()
  },
  'new-passkey': async ({ page, base }) => {
    await page.goto(`${base}/app/settings/security`)
    await page.getByRole('button', { name: /^(Passkey hinzufügen|Add passkey)$/ }).click()
    await dialogOf(page)
  },
  members: at('/settings/members'),
  invite: async ({ page }) => {
    await page.getByRole('button', { name: /^(Einladen|Invite)$/ }).click()
    await dialogOf(page)
  },
  'audit-log': at('/settings/audit-log'),
  'audit-entry': async (given) => {
    await at('/settings/audit-log')(given)
    await given.page
      .getByRole('button', { name: /^(Einzelheiten|Details):/ })
      .first()
      .click()
    await dialogOf(given.page)
  },
  tokens: at('/settings/tokens'),
  'new-token': async ({ page }) => {
    await page.getByRole('button', { name: /^(Neues Token|New token)$/ }).click()
    await dialogOf(page)
  },
  'made-token': async ({ page }) => {
    const dialog = await dialogOf(page)
    await dialog.getByLabel('Name').fill('Buchhaltung')
    await dialog.getByRole('button', { name: /^(Erstellen|Create)$/ }).click()
    await page.getByLabel('Token', { exact: true }).waitFor()
  },
}
