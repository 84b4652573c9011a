import type { Page } from 'playwright-core'

export interface At {
  page: Page
  base: string
  email: string
  password: string
}

/** Brings a page to what is to be seen. */
export type Step = (at: At) => Promise<unknown>

export async function signIn({ page, email, password }: At) {
  await page.getByLabel(/^(E-Mail|Email)$/).fill(email)
  await page.getByLabel(/^(Passwort|Password)$/).fill(password)
  await page.getByRole('button', { name: /^(Anmelden|Sign in)$/ }).click()
  await page.getByRole('navigation', { name: /^(Hauptnavigation|Main navigation)$/ }).waitFor()
}

/** A dialog is there once it may be seen: on a phone it waits for the keyboard. */
const dialogOf = async (page: Page) => {
  await page.waitForFunction(() => {
    const veil = document.querySelector<HTMLElement>('.veil')
    return veil && veil.style.opacity === ''
  })
  return page.locator('.dialog')
}

const at =
  (path: string): Step =>
  async ({ page, base }) => {
    await page.goto(`${base}/app${path}`)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.locator('.bones').waitFor({ state: 'detached' })
  }

/** Every page of the app, in the order that somebody who has just come may see them in. */
export const screens: Readonly<Record<string, Step>> = {
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
  security: at('/settings/security'),
  organization: at('/settings/organization'),
  members: at('/settings/members'),
  invite: async ({ page }) => {
    await page.getByRole('button', { name: /^(Einladen|Invite)$/ }).click()
    await dialogOf(page)
  },
  'audit-log': at('/settings/audit-log'),
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
