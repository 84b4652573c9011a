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

/** A dialog is there once it may be seen: on a phone it waits for the keyboard, as it does when the window has another size. */
export const dialogIsSeen = (page: Page) =>
  page.waitForFunction(() => (document.querySelector<HTMLElement>('.backdrop')?.style.opacity ?? '') === '')

export const dialogOf = async (page: Page) => {
  await page.locator('.backdrop').waitFor({ state: 'attached' })
  await dialogIsSeen(page)
  return page.locator('.dialog')
}

/** Opens a page of the app, for whoever has signed in. */
export const at =
  (path: string): Step =>
  async ({ page, base }) => {
    await page.goto(`${base}/app${path}`)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.waitForFunction(() => !document.querySelector('.skeleton'))
  }

/** What the service answers whoever has signed in. */
export const answerTo = (page: Page, query: string) =>
  page.evaluate(async (body) => {
    const headers = { 'content-type': 'application/json' }
    return (await (await fetch('/graphql', { method: 'POST', headers, body })).json()).data
  }, JSON.stringify({ query }))

/** From its beginning, wherever what was done last has brought it. */
export const fromTop = (page: Page) => page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }))

/** What is typed stands on the sheet beside its form, to be seen. */
export async function drawn(page: Page) {
  await page.locator('.sheet[data-right=true] img').waitFor()
  await page.waitForFunction(() => {
    const picture = document.querySelector<HTMLImageElement>('.sheet[data-right=true] img')
    return picture?.complete && picture.naturalWidth > 0
  })
  await page.locator('.sheet img').evaluate((picture: HTMLImageElement) => picture.decode())
}
