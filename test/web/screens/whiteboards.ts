import { answerTo, at, type Step } from './step.ts'

/** Those of a project that has some. */
const whiteboards: Step = async (given) => {
  await at('/projects')(given)
  const { whiteboards: some } = await answerTo(given.page, '{ whiteboards(perPage: 1) { whiteboards { projectId } } }')
  await at(`/projects/${some.whiteboards[0].projectId}`)(given)
  await given.page.getByRole('link', { name: 'Whiteboards' }).click()
  await given.page.getByRole('region', { name: 'Whiteboards' }).waitFor()
  await given.page.waitForFunction(() => !document.querySelector('.skeleton'))
}

export const whiteboardScreens: Readonly<Record<string, Step>> = {
  whiteboards,
  whiteboard: async (given) => {
    await whiteboards(given)
    await given.page.getByRole('main').getByRole('table').getByRole('link').first().click()
    await given.page.locator('.drawing canvas').first().waitFor()
  },
}
