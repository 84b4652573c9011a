import { at, dialogOf, fromTop, type Step } from './step.ts'

/** How documents look, are counted, reminded of and booked: for whoever administers. */
export const documentScreens: Readonly<Record<string, Step>> = {
  organization: async (given) => {
    await at('/settings/organization')(given)
    await given.page.locator('.sheet[aria-busy=false] img').waitFor()
  },
  documents: async (given) => {
    await at('/settings/documents')(given)
    await given.page.locator('.sheet[aria-busy=false] img').waitFor()
  },
  numbering: async (given) => {
    await at('/settings/numbering')(given)
    await given.page.locator('output b', { hasText: /RE-\d{4}-/ }).waitFor()
  },
  'raise-number': async ({ page }) => {
    await page
      .getByRole('button', { name: /^(Nächste Nummer erhöhen|Raise the next number): (Angebote|Quotes)/ })
      .first()
      .click()
    await dialogOf(page)
  },
  dunning: async (given) => {
    await at('/settings/dunning')(given)
    const first = given.page.getByRole('group', { name: /^(Zahlungserinnerung|Friendly reminder)$/ })
    await first.getByRole('checkbox').check()
    await first.getByRole('textbox').first().waitFor()
  },
  accounting: async (given) => {
    await at('/settings/accounting')(given)
    await given.page.getByRole('button', { name: /^(Erlöskonto hinzufügen|Add revenue account)$/ }).click()
    await given.page.getByRole('group', { name: /1$/ }).waitFor()
    await fromTop(given.page)
  },
}
