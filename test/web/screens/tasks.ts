import { at, type Step } from './step.ts'

const firstTask: Step = async (given) => {
  await at('/tasks')(given)
  await given.page.getByRole('main').getByRole('table').getByRole('link').first().click()
  await given.page.getByRole('heading', { level: 2, name: /^(Kommentare|Comments)$/ }).waitFor()
  await given.page.waitForFunction(() => !document.querySelector('.skeleton'))
}

export const taskScreens: Readonly<Record<string, Step>> = {
  tasks: at('/tasks'),
  'no-task-fits': at('/tasks?q=xyzzy'),
  task: firstTask,
  'task-edited': async (given) => {
    await firstTask(given)
    await given.page.getByRole('button', { name: /^(Beschreibung ändern|Edit description)$/ }).click()
    await given.page.getByRole('textbox', { name: /^(Beschreibung|Description)$/ }).waitFor()
  },
  'tasks-of-project': async (given) => {
    await at('/projects')(given)
    await given.page.getByRole('main').getByRole('table').getByRole('link').first().click()
    await given.page.getByRole('link', { name: /^(Liste|List)$/ }).click()
    await given.page.getByRole('search').waitFor()
    await given.page.waitForFunction(() => !document.querySelector('.skeleton'))
  },
}
