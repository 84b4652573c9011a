import { at, type Step } from './step.ts'

export const workScreens: Readonly<Record<string, Step>> = {
  'new-project': at('/projects/new'),
  'new-task': at('/tasks/new'),
  board: async (given) => {
    await at('/projects')(given)
    await given.page.getByRole('main').getByRole('table').getByRole('link').first().click()
    await given.page.getByRole('region', { name: 'Board' }).waitFor()
  },
}
