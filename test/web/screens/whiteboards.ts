import { at, type Step } from './step.ts'

const whiteboards: Step = async (given) => {
  await at('/projects')(given)
  await given.page.getByRole('main').getByRole('table').getByRole('link').first().click()
  await given.page.getByRole('link', { name: 'Whiteboards' }).click()
  await given.page.getByRole('region', { name: 'Whiteboards' }).waitFor()
  await given.page.waitForFunction(() => !document.querySelector('.bones'))
}

export const whiteboardScreens: Readonly<Record<string, Step>> = {
  whiteboards,
  whiteboard: async (given) => {
    await whiteboards(given)
    await given.page.getByRole('main').getByRole('table').getByRole('link').first().click()
    await given.page.locator('.drawing canvas').first().waitFor()
  },
}
