import { at, dialogOf, type Step } from './step.ts'

const firstPage: Step = async (given) => {
  await at('/pages')(given)
  const tree = given.page.getByRole('treegrid')
  await tree.getByRole('link').first().click()
  await given.page.getByRole('textbox', { name: /^(Inhalt|Content)$/ }).waitFor()
  await given.page.getByText(/^(Gespeichert|Saved)$/).waitFor()
}

export const pagesScreens: Readonly<Record<string, Step>> = {
  pages: at('/pages'),
  'new-page': at('/pages/new'),
  page: firstPage,
  'page-versions': async (given) => {
    await firstPage(given)
    await given.page
      .getByRole('main')
      .getByRole('button', { name: /^(Aktionen für|Actions for)/ })
      .first()
      .click()
    await given.page.getByRole('menuitem', { name: /^(Versionen|Versions)$/ }).click()
    await dialogOf(given.page)
    await given.page.waitForFunction(() => !document.querySelector('.skeleton'))
  },
}
