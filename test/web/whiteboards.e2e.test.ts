import { beforeAll, expect, test } from 'vitest'
import { Role } from '#core/access/policy'
import { browserPath } from '../harness/browser.ts'
import { describeInBrowser, everyPageIsSound, inBrowser } from './in-browser.ts'
import { whiteboardScreens } from './screens/whiteboards.ts'

const web = inBrowser()
const { at, openAs } = web

describeInBrowser('whiteboards', () => {
  let project = ''
  beforeAll(async () => {
    if (!browserPath) return
    project = (await at.owner.rest('POST', '/projects', { name: 'Entwurf' })).body.id
    const note = { id: 'note', type: 'text', x: 0, y: 0, width: 100, height: 30, text: 'Ziele', fontSize: 24 }
    const scene = { type: 'excalidraw', version: 2, elements: [note], appState: {} }
    await at.owner.rest('POST', '/whiteboards', { project_id: project, title: 'Skizze', scene })
  })

  everyPageIsSound(web, Role.owner, whiteboardScreens)

  test('creates, draws on, saves and deletes a whiteboard', async () => {
    const { page, complaints, close } = await openAs(Role.member, 'de', `/projects/${project}/whiteboards`)
    const foreign: string[] = []
    page.on('request', (request) => request.url().startsWith(web.base()) || foreign.push(request.url()))
    await page.getByLabel('Neues Whiteboard').fill('Ablauf')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'Ablauf' }).waitFor()
    const canvas = page.locator('.drawing canvas').last()
    await canvas.waitFor()
    await canvas.click({ position: { x: 300, y: 300 } })
    await page.keyboard.press('r')
    await canvas.hover({ position: { x: 320, y: 220 } })
    await page.mouse.down()
    await canvas.hover({ position: { x: 460, y: 320 } })
    await page.mouse.up()
    await page.getByRole('status').getByText('Gespeichert.').waitFor()
    const id = new URL(page.url()).pathname.split('/').at(-1)
    const { elements } = (await at.owner.rest('GET', `/whiteboards/${id}`)).body.scene
    expect(elements.map(({ type }: { type: string }) => type)).toEqual(['rectangle'])
    await page.getByRole('button', { name: 'Whiteboard löschen' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Löschen' }).click()
    await page.getByRole('link', { name: 'Skizze' }).waitFor()
    expect(await page.getByRole('link', { name: 'Ablauf' }).count()).toBe(0)
    expect([...complaints, ...foreign]).toEqual([])
    await close()
  })

  test('ignores invalid drawings of others', async () => {
    const drawn = { id: 'a', type: 'rectangle', x: 0, y: 0, width: 100, height: 60 }
    const page = '<script>parent.document.title = "fremd"</script>'
    const frame = {
      ...drawn,
      id: 'b',
      type: 'iframe',
      x: 200,
      customData: { generationData: { status: 'done', html: page } },
    }
    const { page: tab, complaints, close } = await openAs(Role.member, 'de')
    for (const elements of [
      5,
      'abc',
      [null, 7, drawn],
      [{ ...drawn, type: 'freedraw', points: null }],
      [frame, drawn],
    ]) {
      const { body } = await at.owner.rest('POST', '/whiteboards', {
        project_id: project,
        title: 'Fremd',
        scene: { elements },
      })
      await tab.goto(`${web.base()}/app/whiteboards/${body.id}`)
      await tab.locator('.drawing canvas').first().waitFor()
      await tab.getByRole('button', { name: 'Whiteboard löschen' }).waitFor()
      expect(await tab.locator('.drawing iframe[srcdoc]').count()).toBe(0)
    }
    expect(complaints).toEqual([])
    await close()
  })

  test('is read-only for a viewer', async () => {
    const { page, close } = await openAs(Role.viewer, 'en', `/projects/${project}/whiteboards`)
    expect(await page.getByLabel('New whiteboard').count()).toBe(0)
    await page.getByRole('link', { name: 'Skizze' }).click()
    await page.getByRole('heading', { level: 1, name: 'Skizze' }).waitFor()
    await page.locator('.drawing canvas').first().waitFor()
    expect(await page.getByRole('button', { name: 'Rename' }).count()).toBe(0)
    expect(await page.getByRole('button', { name: 'Delete whiteboard' }).count()).toBe(0)
    await close()
  })
})
